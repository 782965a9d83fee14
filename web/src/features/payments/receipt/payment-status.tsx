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

const amountOf = ({ body }: PendingPayment) => formatUsd(sumOfLines(body.invoices))

export const PaymentStatus = ({ payment, onPayAnother }: PaymentStatusProps) => {
  const { state } = payment
  switch (state.step) {
    case 'idle':
      return null
    case 'sending':
      return state.pending ? (
        <StatusNotice
          key="sending"
          tone="info"
          title={`We're processing your payment of ${amountOf(state.pending)}`}
        >
          One moment, please.
        </StatusNotice>
      ) : null
    case 'unknown': {
      const { pending, isSlow } = state
      return (
        <StatusNotice
          key="unknown"
          tone="warning"
          title="We're checking your payment"
          action={isSlow ? <CheckAgain onClick={() => payment.checkOutcome(pending)} /> : null}
        >
          {isSlow
            ? `We still don't know whether your payment of ${amountOf(pending)} went through. Check your connection, then press Check again. This finishes the same payment, so you can't be charged twice.`
            : `We haven't heard back about your payment of ${amountOf(pending)}. Please don't pay again. We're still checking and will show the result here.`}
        </StatusNotice>
      )
    }
    case 'confirming': {
      const { pending, isSlow } = state
      return (
        <StatusNotice
          key="confirming"
          tone="info"
          title={`Your payment of ${amountOf(pending)} is being confirmed`}
          action={isSlow ? <CheckAgain onClick={() => payment.pollAgain(pending)} /> : null}
        >
          {isSlow
            ? "This is taking longer than usual. Please don't pay again. We're still checking, and we'll email your receipt as soon as the payment is confirmed. You can close this page."
            : "Please don't pay again. We'll show the result here as soon as we know it."}
        </StatusNotice>
      )
    }
    case 'action': {
      const { pending, clientSecret } = state
      return (
        <StatusNotice
          key="action"
          tone="warning"
          title={`Your bank asks you to confirm your payment of ${amountOf(pending)}`}
          action={
            <>
              <Button onClick={() => payment.continueChallenge(pending, clientSecret)}>
                Continue
              </Button>
              <Button variant="default" onClick={() => payment.cancelChallenge(pending)}>
                Cancel payment
              </Button>
            </>
          }
        >
          You won't be charged until you confirm.
        </StatusNotice>
      )
    }
    case 'succeeded': {
      const { amount, invoiceNumbers, receiptUrl } = state.outcome
      return (
        <StatusNotice
          key="succeeded"
          tone="positive"
          title="Payment processed successfully!"
          action={
            <>
              <ReceiptLink url={receiptUrl} />
              {onPayAnother ? (
                <Button variant="default" onClick={onPayAnother}>
                  Pay another invoice
                </Button>
              ) : null}
            </>
          }
        >
          {`You paid ${formatDollars(amount)} for invoice${invoiceNumbers.length === 1 ? '' : 's'} ${invoiceNumbers.join(', ')}. We'll email you a receipt.`}
        </StatusNotice>
      )
    }
  }
}

const CheckAgain = ({ onClick }: { onClick: () => void }) => (
  <Button onClick={onClick}>Check again</Button>
)

type StatusNoticeProps = {
  readonly tone: Tone
  readonly title: string
  readonly action?: ReactNode
  readonly children: string
}

/** Replaces the button that was pressed, so it takes the focus. */
const StatusNotice = ({ tone, title, action, children }: StatusNoticeProps) => {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => frame.current?.focus(), [])
  return (
    <div ref={frame} tabIndex={-1} style={{ outline: 'none', scrollMarginBlock: '2rem' }}>
      <Notice tone={tone} title={title} action={action}>
        <p>{children}</p>
      </Notice>
    </div>
  )
}
