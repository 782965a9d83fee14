// What the customer sees from pressing Pay until the payment ends, and what they can do about it.
import { formatDollars, formatUsd } from '@invoice-desk/contract/money'
import { sumOfLines } from '@invoice-desk/contract/payments'
import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Notice, type Tone } from '../../../shared/ui/notice.tsx'
import type { PendingPayment } from '../attempt/pending-payment.ts'
import type { Payment } from '../attempt/use-payment.ts'
import { ReceiptLink } from './receipt-link.tsx'

type PaymentStatusProps = {
  readonly payment: Payment
  /** Set while something is left to pay. */
  readonly onPayAnother: (() => void) | undefined
}

export const PaymentStatus = (props: PaymentStatusProps) => {
  const status = statusOf(props)
  return status ? <StatusNotice key={props.payment.state.step} {...status} /> : null
}

type Status = {
  readonly tone: Tone
  readonly title: string
  readonly text: string
  readonly action?: ReactNode
}

const amountOf = ({ body }: PendingPayment) => formatUsd(sumOfLines(body.invoices))

const statusOf = ({ payment, onPayAnother }: PaymentStatusProps): Status | undefined => {
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
    case 'unknown': {
      const { pending, isSlow } = state
      return {
        tone: 'warning',
        title: "We're checking your payment",
        text: isSlow
          ? `We still don't know whether your payment of ${amountOf(pending)} went through. Check your connection, then press Check again. This finishes the same payment, so you can't be charged twice.`
          : `We haven't heard back about your payment of ${amountOf(pending)}. Please don't pay again. We're still checking and will show the result here.`,
        action: isSlow && (
          <Button onClick={() => payment.checkOutcome(pending)}>Check again</Button>
        ),
      }
    }
    case 'confirming': {
      const { pending, isSlow } = state
      return {
        tone: 'info',
        title: `Your payment of ${amountOf(pending)} is being confirmed`,
        text: isSlow
          ? "This is taking longer than usual. Please don't pay again. We're still checking, and we'll email your receipt as soon as the payment is confirmed. You can close this page."
          : "Please don't pay again. We'll show the result here as soon as we know it.",
        action: isSlow && <Button onClick={() => payment.pollAgain(pending)}>Check again</Button>,
      }
    }
    case 'action': {
      const { pending, clientSecret } = state
      return {
        tone: 'warning',
        title: `Your bank asks you to confirm your payment of ${amountOf(pending)}`,
        text: "You won't be charged until you confirm.",
        action: (
          <>
            <Button onClick={() => payment.continueChallenge(pending, clientSecret)}>
              Continue
            </Button>
            {secondaryButton('Cancel payment', () => payment.cancelChallenge(pending))}
          </>
        ),
      }
    }
    case 'succeeded': {
      const { amount, invoiceNumbers, receiptUrl } = state.outcome
      const invoices = `invoice${invoiceNumbers.length === 1 ? '' : 's'} ${invoiceNumbers.join(', ')}`
      return {
        tone: 'positive',
        title: 'Payment processed successfully!',
        text: `You paid ${formatDollars(amount)} for ${invoices}. We'll email you a receipt.`,
        action: (
          <>
            <ReceiptLink url={receiptUrl} />
            {onPayAnother ? secondaryButton('Pay another invoice', onPayAnother) : null}
          </>
        ),
      }
    }
  }
}

const secondaryButton = (label: string, onClick: () => void) => (
  <Button variant="default" onClick={onClick}>
    {label}
  </Button>
)

/** Replaces the button that was pressed, so it takes the focus. */
const StatusNotice = ({ tone, title, text, action }: Status) => {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => frame.current?.focus(), [])
  return (
    <div ref={frame} tabIndex={-1} style={{ outline: 'none', scrollMarginBlock: '2rem' }}>
      <Notice tone={tone} title={title} action={action}>
        <p>{text}</p>
      </Notice>
    </div>
  )
}
