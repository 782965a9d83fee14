// What the customer sees from pressing Pay until the payment ends, and what they can do about it.

import { type PaymentOutcome, sumOfLines } from '@invoice-desk/contract/payments/payments'
import { formatDollars, formatUsd } from '@invoice-desk/contract/values/money'
import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Notice, type Tone } from '../../../shared/ui/feedback/notice.tsx'
import type { PaymentProblem } from '../attempt/payment-problem.ts'
import type { PendingPayment } from '../attempt/pending-payment.ts'
import type { Payment } from '../attempt/use-payment.ts'

type PaymentStatusProps = { readonly payment: Payment }

export const PaymentStatus = (props: PaymentStatusProps) => {
  const status = statusOf(props)
  return status ? <StatusNotice key={props.payment.state.step} {...status} /> : null
}

type Status = {
  readonly tone: Tone
  readonly title: string
  readonly text?: string
  readonly action?: ReactNode
}

const amountOf = ({ body }: PendingPayment) => formatUsd(sumOfLines(body.invoices))

const statusOf = ({ payment }: PaymentStatusProps): Status | undefined => {
  const { state } = payment
  switch (state.step) {
    case 'idle':
      return undefined
    case 'sending':
      return (
        state.pending && {
          tone: 'info',
          title: `We're processing your payment of ${amountOf(state.pending)}`,
          text: 'One moment, please.',
        }
      )
    case 'unknown':
    case 'confirming': {
      const { isSlow } = state
      const amount = amountOf(state.pending)
      const action = isSlow && (
        <Button onClick={() => payment.checkOutcome(state)}>Check again</Button>
      )
      if (state.step === 'confirming') {
        const title = `Your payment of ${amount} is being confirmed`
        return { tone: 'info', title, text: CONFIRMING[isSlow ? 'slow' : 'soon'], action }
      }
      return {
        tone: 'warning',
        title: "We're checking your payment",
        text: isSlow
          ? `We still don't know whether you were charged for your payment of ${amount}. Check your connection, then press Check again. This finishes the same payment, so you can't be charged twice.`
          : `We haven't heard back about your payment of ${amount}, so we don't know yet whether you were charged. Please don't pay again. We're still checking and will show the result here.`,
        action,
      }
    }
    case 'action': {
      const { pending, clientSecret } = state
      return {
        tone: 'warning',
        title: `Your bank needs you to confirm your payment of ${amountOf(pending)}`,
        text: "You won't be charged until you confirm.",
        action: (
          <>
            <Button onClick={() => payment.continueChallenge(pending, clientSecret)}>
              Continue
            </Button>
            <Button variant="default" onClick={() => payment.cancelChallenge(pending)}>
              Cancel payment
            </Button>
          </>
        ),
      }
    }
    case 'succeeded':
      // The rest is in its own view.
      return { tone: 'positive', title: 'Payment processed successfully!' }
  }
}

/** Shown until the provider decides: while we poll, and after we stop polling. */
export const CONFIRMING = {
  soon: "We don't know yet whether you were charged. Please don't pay again. We'll show the result here as soon as we know it.",
  slow: "Confirmation is taking longer than usual. We don't know yet whether you were charged. Please don't pay again. We're still checking, and we'll email your receipt as soon as your payment is confirmed. You can close this page.",
}

/** `$12.50 for invoices 7, 8`. */
export const paidText = ({ amount, invoiceNumbers }: PaymentOutcome): string =>
  `${formatDollars(amount)} for invoice${invoiceNumbers.length === 1 ? '' : 's'} ${invoiceNumbers.join(', ')}`

type ReceiptLinkProps = { readonly url: string | undefined; readonly variant?: 'default' }

/** Opens the PDF in a new tab. */
export const ReceiptLink = ({ url, variant }: ReceiptLinkProps) =>
  url ? (
    <Button
      component="a"
      {...(variant ? { variant } : { c: 'var(--button-color)' })}
      href={url}
      target="_blank"
      rel="noopener"
    >
      Download receipt
    </Button>
  ) : null

type PaidProps = { readonly outcome: PaymentOutcome }

/** The essentials, for when the view of the paid invoices can't be loaded. */
export const Paid = ({ outcome }: PaidProps) => (
  <div>
    <p>You paid {paidText(outcome)}. We'll email you a receipt.</p>
    <ReceiptLink url={outcome.receiptUrl} />
  </div>
)

/** Replaces the button that was pressed, so it takes focus. */
const StatusNotice = ({ tone, title, text, action }: Status) => {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => frame.current?.focus(), [])
  return (
    <div ref={frame} tabIndex={-1} style={{ outline: 'none', scrollMarginBlock: '2rem' }}>
      <Notice tone={tone} title={title} action={action}>
        {text ? <p>{text}</p> : null}
      </Notice>
    </div>
  )
}

type ProblemNoticeProps = { readonly problem: PaymentProblem; readonly action?: ReactNode }

/** Why a search or a payment failed. */
export const ProblemNotice = ({ problem, action }: ProblemNoticeProps) => {
  const frame = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message is scrolled into view.
  useEffect(() => {
    frame.current?.scrollIntoView({ block: 'nearest' })
    // The button that was pressed may be gone.
    if (document.activeElement === document.body) frame.current?.focus({ preventScroll: true })
  }, [problem.message])
  return (
    <div ref={frame} tabIndex={-1} style={{ outline: 'none', scrollMarginBlock: '6rem' }}>
      <Notice tone={problem.isNeutral ? 'info' : 'negative'} action={action}>
        <p>{problem.message}</p>
        {problem.detail ? <p>{problem.detail}</p> : null}
      </Notice>
    </div>
  )
}
