// What waits for a staff member, what moved and what needs attention. Each card loads on its own.
import { staffTitle } from '@invoice-desk/contract/system/pages'
import { useQuery } from '@tanstack/react-query'
import { accountQuery } from '../features/identity/api.ts'
import { AttentionCard } from '../features/overview/attention-card.tsx'
import { FiguresStrip } from '../features/overview/figures-strip.tsx'
import { MoneyInCard, MoneyOutCard } from '../features/overview/money-cards.tsx'
import { WaitingCard } from '../features/overview/waiting-card.tsx'
import { Loaded } from '../shared/ui/feedback/loaded.tsx'
import { Page } from '../shared/ui/page.tsx'

export const OverviewPage = () => {
  const account = useQuery(accountQuery)
  return (
    <Page title={staffTitle('/overview')}>
      <Loaded query={account} waiting={<Frames />}>
        {({ admin, tools }) => <Cards admin={admin} tools={tools} />}
      </Loaded>
    </Page>
  )
}

/** Empty cards, as high as those that follow. */
const Frames = () => (
  <div className="stack gap-view appearing" aria-busy="true">
    <div className="panel" style={{ height: 244 }} />
    <div className="panel" style={{ height: 442 }} />
  </div>
)

type CardsProps = { readonly admin: boolean; readonly tools: readonly string[] }

const Cards = ({ admin, tools }: CardsProps) => {
  const approves = tools.includes('approve_invoice')
  const takesPayments = tools.includes('pay_invoice')
  return (
    <div className="stack gap-view">
      {approves ? <WaitingCard /> : null}
      {approves || takesPayments ? <FiguresStrip decisions={approves} /> : null}
      <div className="columns-main">
        {takesPayments ? <MoneyInCard /> : null}
        <AttentionCard hasTools={admin || tools.length > 0} />
      </div>
      {approves ? <MoneyOutCard /> : null}
    </div>
  )
}
