// A payment between its beginning and its end: what is known, and what the payer can do about it.
import { formatUsd } from '@invoice-desk/contract/money'
import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Notice } from '../../../shared/ui/notice.tsx'
import { amountOf, type Unfinished } from '../attempt/unfinished.ts'
import type { Payment } from '../attempt/use-payment.ts'
import classes from './payment-status.module.css'

export const PaymentStatus = ({ payment }: { payment: Payment }) => {
  const { state } = payment
  const { step } = state
  if (step === 'unknown') return <UnknownNotice payment={payment} state={state} />
  if (step === 'action') return <ActionNotice payment={payment} state={state} />
  if (step === 'sending' && state.begun) return <SendingNotice begun={state.begun} />
  if (step === 'confirming') return <ConfirmingNotice payment={payment} state={state} />
  return null
}

type StepProps<S> = {
  readonly payment: Payment
  readonly state: Extract<Payment['state'], { step: S }>
}

const priceOf = (begun: Unfinished) => formatUsd(amountOf(begun))

const UnknownNotice = ({ payment, state: { begun, isSlow } }: StepProps<'unknown'>) => (
  <Focused>
    <Notice
      tone="warning"
      title="We're checking your payment"
      action={isSlow ? <Button onClick={() => payment.findOut(begun)}>Check again</Button> : null}
    >
      {isSlow ? (
        <p>
          We still don't know whether your payment of {priceOf(begun)} went through. Check your
          connection, then press Check again. This finishes the same payment, so you can't be
          charged twice.
        </p>
      ) : (
        <p>
          We haven't heard back about your payment of {priceOf(begun)}. Please don't pay again.
          We're still checking and will show the result here.
        </p>
      )}
    </Notice>
  </Focused>
)

const ActionNotice = ({ payment, state: { begun, clientSecret } }: StepProps<'action'>) => (
  <Focused>
    <Notice
      tone="warning"
      title={`Your bank asks you to confirm your payment of ${priceOf(begun)}`}
      action={
        <>
          <Button onClick={() => payment.answer(begun, clientSecret)}>Continue</Button>
          <Button variant="default" onClick={() => payment.decline(begun)}>
            Cancel payment
          </Button>
        </>
      }
    >
      <p>Nothing is charged until you have answered it.</p>
    </Notice>
  </Focused>
)

const SendingNotice = ({ begun }: { begun: Unfinished }) => (
  <Focused>
    <Notice tone="info" title={`Your payment of ${priceOf(begun)} is being processed`}>
      <p>One moment, please.</p>
    </Notice>
  </Focused>
)

const ConfirmingNotice = ({ payment, state: { begun, isSlow } }: StepProps<'confirming'>) => (
  <Focused>
    <Notice
      tone="info"
      title={`Your payment of ${priceOf(begun)} is being confirmed`}
      action={isSlow ? <Button onClick={() => payment.askAgain(begun)}>Check again</Button> : null}
    >
      {isSlow ? (
        <p>
          This is taking longer than usual. Please don't pay again. We're still checking, and we'll
          email your receipt as soon as the payment is confirmed. You can close this page.
        </p>
      ) : (
        <p>Please don't pay again. We'll show the result here as soon as we know it.</p>
      )}
    </Notice>
  </Focused>
)

/** It takes the place of what was pressed, and with it the focus. */
const Focused = ({ children }: { children: ReactNode }) => {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => frame.current?.focus(), [])
  return (
    <div ref={frame} tabIndex={-1} className={classes.status}>
      {children}
    </div>
  )
}
