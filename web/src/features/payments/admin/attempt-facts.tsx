// Everything that is known about a payment and that someone may need elsewhere, such as its ids.
import { formatUsd } from '@invoice-desk/contract/money'
import type { PaymentAttemptDetails } from '@invoice-desk/contract/payments-admin'
import type { ReactNode } from 'react'
import classes from './attempt-facts.module.css'
import { METHOD_LABELS, momentOf } from './states.ts'

const dollars = (amount: number): string | undefined =>
  amount === 0 ? undefined : formatUsd(Math.round(amount * 100))

export const AttemptFacts = ({ attempt }: { attempt: PaymentAttemptDetails }) => (
  <dl className={classes.facts}>
    <Fact label="Amount">{dollars(attempt.amount)}</Fact>
    <Fact label="Paid by">{METHOD_LABELS[attempt.method]}</Fact>
    <Fact label="Customer">{attempt.customer || attempt.companyName}</Fact>
    <Fact label="Payer">{attempt.payerName}</Fact>
    <Fact label="E-mail">
      <a href={`mailto:${attempt.email}`}>{attempt.email}</a>
    </Fact>
    <Fact label="Begun">{momentOf(attempt.createdAt)}</Fact>
    <Fact label="Agreed to terms">
      {attempt.terms && `of ${attempt.terms.version}, on ${momentOf(attempt.terms.agreedAt)}`}
    </Fact>
    <Fact label="Provider’s id">{attempt.providerId && <Id>{attempt.providerId}</Id>}</Fact>
    <Fact label="QuickBooks payment">
      {attempt.qboPaymentId && <Id>{attempt.qboPaymentId}</Id>}
    </Fact>
    <Fact label="Not applied to an invoice">{dollars(attempt.unappliedAmount)}</Fact>
    <Fact label="Refunded">{dollars(attempt.refundedAmount)}</Fact>
    <Fact label="Dispute">{attempt.dispute}</Fact>
    <Fact label="Next check">{attempt.nextCheckAt && momentOf(attempt.nextCheckAt)}</Fact>
  </dl>
)

/** What is not known takes no room. */
const Fact = ({ label, children }: { label: string; children: ReactNode }) =>
  children ? (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  ) : null

/** One click selects all of it. */
const Id = ({ children }: { children: string }) => <code className={classes.id}>{children}</code>
