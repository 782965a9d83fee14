// The payment itself: what is paid, who pays, and by card or wallet.
import type { PaymentMethod } from '@invoice-desk/contract/payment-methods'
import type { PaymentLine } from '@invoice-desk/contract/payments'
import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Notice } from '../../../shared/ui/notice.tsx'
import { CardPart } from '../methods/card-part.tsx'
import { MethodChoice } from '../methods/method-choice.tsx'
import { WalletPart } from '../methods/wallet-part.tsx'
import { PaymentSummary } from '../receipt/payment-summary.tsx'
import { PayerInputs } from './payer-inputs.tsx'
import classes from './payment-form.module.css'
import type { PaymentProblem } from './payment-problem.ts'
import { usePayerForm } from './use-payer-form.ts'
import type { Payment } from './use-payment.ts'

export type PartProps = {
  readonly payment: Payment
  readonly payer: ReturnType<typeof usePayerForm>
  readonly lines: readonly PaymentLine[]
  readonly totalCents: number
  /** What went wrong, to stand where it was pressed. */
  readonly notice: ReactNode
}

export type PaymentFormProps = Omit<PartProps, 'payer' | 'notice'> & {
  readonly onSearchAgain: () => void
}

export const PaymentForm = ({ payment, lines, totalCents, onSearchAgain }: PaymentFormProps) => {
  const [method, setMethod] = useState<PaymentMethod>('stripe')
  const [hadWallet, setHadWallet] = useState(false)
  const payer = usePayerForm()
  const formId = useId()
  const { state } = payment
  const isLocked = state.step !== 'idle'
  const notice =
    state.step === 'idle' && state.problem ? (
      <ProblemNotice problem={state.problem} onSearchAgain={onSearchAgain} />
    ) : null
  const part = { payment, payer, lines, totalCents }

  const choose = (chosen: PaymentMethod) => {
    setMethod(chosen)
    if (chosen === 'paypal') setHadWallet(true)
    payment.clear()
  }
  return (
    <div className={classes.columns}>
      <PaymentSummary lines={lines} totalCents={totalCents} />
      <div className={classes.form}>
        <MethodChoice method={method} isLocked={isLocked} onChoose={choose} />
        <PayerInputs
          form={payer}
          isLocked={isLocked}
          formId={method === 'stripe' ? formId : undefined}
        />
        {/* Once opened they stay, so that a card that was typed is still there after a look at the other. */}
        <div className={method === 'stripe' ? undefined : classes.away}>
          <CardPart {...part} formId={formId} notice={method === 'stripe' ? notice : null} />
        </div>
        {hadWallet ? (
          <div className={method === 'paypal' ? undefined : classes.away}>
            <WalletPart {...part} notice={method === 'paypal' ? notice : null} />
          </div>
        ) : null}
      </div>
    </div>
  )
}

type ProblemNoticeProps = { readonly problem: PaymentProblem; readonly onSearchAgain: () => void }

const ProblemNotice = ({ problem, onSearchAgain }: ProblemNoticeProps) => {
  const frame = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new problem is brought into view.
  useEffect(() => {
    frame.current?.scrollIntoView({ block: 'nearest' })
  }, [problem])
  const again = (
    <Button variant="default" onClick={onSearchAgain}>
      Search again
    </Button>
  )
  return (
    <div ref={frame} className={classes.problem}>
      <Notice
        tone={problem.isCalm ? 'info' : 'negative'}
        action={problem.mustSearch ? again : null}
      >
        <p>{problem.message}</p>
        {problem.detail ? <p>{problem.detail}</p> : null}
      </Notice>
    </div>
  )
}
