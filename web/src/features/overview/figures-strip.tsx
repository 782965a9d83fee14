// The figures of the month in one line: what is owed, paid and received, and how long decisions take.

import { DECISION_DAYS, type Figure } from '@invoice-desk/contract/overview/overview'
import { durationInWords } from '@invoice-desk/contract/values/duration'
import { formatDollars } from '@invoice-desk/contract/values/money'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AppLink } from '../../shared/navigation/app-link.tsx'
import { today } from '../../shared/text/today.ts'
import { decisionTimeQuery, figuresQuery } from './api.ts'
import { Waiting } from './card-frame.tsx'
import {
  decidedLink,
  dueLink,
  monthStart,
  paidLink,
  receivedInMonthLink,
  unpaidLink,
} from './links.ts'
import classes from './overview.module.css'

const DUE_SOON = 3

export const FiguresStrip = ({ decisions }: { decisions: boolean }) => {
  const { data, error, refetch } = useQuery(figuresQuery)
  if (!data) return <Waiting error={error} height={64} retry={refetch} />
  const { approvedUnpaid, dueSoon, paidThisMonth, receivedThisMonth } = data
  const month = monthStart(today())
  return (
    <dl className={classes.figures}>
      <Money name="Approved, not paid" figure={approvedUnpaid} to={unpaidLink()} />
      <Money name="Due in 7 days" figure={dueSoon} to={dueLink(today(), DUE_SOON)} />
      <Money name="Paid out this month" figure={paidThisMonth} to={paidLink(month)} />
      <Money
        name="Received this month"
        figure={receivedThisMonth}
        unit={['payment', 'payments']}
        to={receivedInMonthLink(month)}
      />
      {decisions ? <DecisionTime /> : null}
    </dl>
  )
}

type MoneyProps = {
  readonly name: string
  readonly figure: Figure | undefined
  readonly to: string
  readonly unit?: readonly [string, string]
}

const Money = ({ name, figure, to, unit: [one, many] = ['invoice', 'invoices'] }: MoneyProps) =>
  figure ? (
    <Item name={name} to={to} note={`${figure.count} ${figure.count === 1 ? one : many}`}>
      {formatDollars(figure.amount)}
    </Item>
  ) : null

const DecisionTime = () => {
  const { data } = useQuery(decisionTimeQuery)
  const { current, previous } = data ?? {}
  const before = previous?.medianSeconds
  return (
    <Item
      name="Median time to a decision"
      to={decidedLink(today())}
      note={
        before === undefined ? `last ${DECISION_DAYS} days` : `${durationInWords(before)} before`
      }
    >
      {current?.medianSeconds === undefined ? '–' : durationInWords(current.medianSeconds)}
    </Item>
  )
}

type ItemProps = {
  readonly name: string
  readonly to: string
  readonly note: string
  readonly children: ReactNode
}

const Item = ({ name, to, note, children }: ItemProps) => (
  <div>
    <dt className="quiet">{name}</dt>
    <dd className="num">
      <AppLink to={to} className="plain-link dark lead strong nowrap">
        {children}
      </AppLink>{' '}
      <span className="muted nowrap">{note}</span>
    </dd>
  </div>
)
