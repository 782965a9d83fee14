// What needs attention, most urgent first, with links to where it's resolved.
import type { AttentionItem } from '@invoice-desk/contract/overview/overview'
import { AppLink } from '../../shared/navigation/app-link.tsx'
import { ToneIcon } from '../../shared/ui/feedback/notice.tsx'
import {
  type Icon,
  IconBuildingStore,
  IconCreditCard,
  IconFileAlert,
  IconPlugConnectedX,
  IconReceiptOff,
  IconRefreshAlert,
  IconUserCheck,
} from '../../shared/ui/icons.ts'
import { attentionQuery } from './api.ts'
import own from './attention-card.module.css'
import { CardFrame } from './card-frame.tsx'
import classes from './overview.module.css'

const ICONS: Readonly<Record<AttentionItem['kind'], Icon>> = {
  payments_paused: IconCreditCard,
  connection: IconPlugConnectedX,
  payments_to_review: IconCreditCard,
  bills_refused: IconFileAlert,
  bills_to_void: IconReceiptOff,
  failed_jobs: IconRefreshAlert,
  vendor_details_to_review: IconUserCheck,
  mappings_without_account: IconBuildingStore,
}

type AttentionCardProps = { readonly hasTools: boolean }

export const AttentionCard = ({ hasTools }: AttentionCardProps) => (
  <CardFrame title="Needs attention" query={attentionQuery} height={200}>
    {({ items }) =>
      items.length === 0 && !hasTools ? (
        <p className={own.clear}>
          No tools are enabled for your account yet. Ask an administrator.
        </p>
      ) : items.length === 0 ? (
        <p className={own.clear} data-tone="positive">
          <ToneIcon tone="positive" size={28} />
          Nothing needs your attention.
        </p>
      ) : (
        <ul className="rows">
          {items.map((item) => (
            <Item key={item.kind} item={item} />
          ))}
        </ul>
      )
    }
  </CardFrame>
)

const Item = ({ item: { kind, text, link, examples } }: { item: AttentionItem }) => {
  const KindIcon = ICONS[kind]
  return (
    <li className={`beside anywhere ${classes.attention}`}>
      <KindIcon size={18} stroke={1.75} aria-hidden />
      <div>
        <AppLink to={link} className="dark medium">
          {text}
        </AppLink>
        {examples.length > 0 ? (
          <ul className="examples">
            {examples.map((example) => (
              <li key={example.link}>
                <AppLink to={example.link} className="quiet">
                  {example.label}
                </AppLink>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </li>
  )
}
