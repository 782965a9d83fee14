// The hits in groups, as the options of the search field.
import { centsOf, formatMoney, HOME_CURRENCY } from '@invoice-desk/contract/values/money'
import { useId } from 'react'
import { AppLink } from '../../shared/navigation/app-link.tsx'
import row from '../../shared/ui/hit.module.css'
import type { Hit, HitGroup } from './hits.tsx'
import classes from './palette.module.css'

type HitListProps = {
  readonly id: string
  readonly groups: readonly HitGroup[]
  readonly active: Hit | undefined
  readonly idOf: (hit: Hit) => string
  readonly onPoint: (hit: Hit) => void
  readonly onOpen: () => void
}

export const HitList = ({ id, groups, ...props }: HitListProps) => (
  <div id={id} role="listbox" aria-label="Results" className={classes.list}>
    {groups.map((group) => (
      <Group key={group.title} group={group} {...props} />
    ))}
  </div>
)

type GroupProps = Omit<HitListProps, 'id' | 'groups'> & { readonly group: HitGroup }

const Group = ({ group: { title, hits }, active, idOf, onPoint, onOpen }: GroupProps) => {
  const titleId = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be inside a list of options.
    <div role="group" aria-labelledby={titleId}>
      <div id={titleId} className={`tiny medium muted ${classes.title}`} role="presentation">
        {title}
      </div>
      {hits.map((hit) => (
        <AppLink
          key={hit.key}
          id={idOf(hit)}
          to={hit.to}
          role="option"
          aria-selected={hit === active}
          tabIndex={-1}
          className={`plain-link dark ${row.hit} ${classes.hit}`}
          onMouseMove={() => onPoint(hit)}
          // The field must not lose the focus before the click.
          onMouseDown={(event) => event.preventDefault()}
          onClick={({ ctrlKey, metaKey, shiftKey }) => {
            if (!ctrlKey && !metaKey && !shiftKey) onOpen()
          }}
        >
          <HitRow hit={hit} />
        </AppLink>
      ))}
    </div>
  )
}

const HitRow = ({ hit }: { hit: Hit }) => {
  const { icon: HitIcon, text, detail, mark, amount, currency } = hit
  return (
    <>
      <HitIcon size={18} stroke={1.75} aria-hidden />
      <span className={`ellipsis medium ${row.text}`}>{text} </span>
      {detail ? <span className={`ellipsis slim muted ${row.detail}`}>{detail} </span> : null}
      {mark ? <span className={row.mark}>{mark} </span> : null}
      {amount === undefined ? null : (
        <span className={`num text-end ${row.amount}`}>
          {formatMoney(centsOf(amount), currency ?? HOME_CURRENCY)}
        </span>
      )}
    </>
  )
}
