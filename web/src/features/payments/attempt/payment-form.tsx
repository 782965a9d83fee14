// The payment card below the invoices: the payment method and the payer's details. The summary beside it has the button.
import { PAYMENT_METHODS } from '@invoice-desk/contract/payments/payment-methods'
import { Button, SegmentedControl, Stack, Title } from '@mantine/core'
import { useId, useState } from 'react'
import { Card } from '../../../shared/ui/card.tsx'
import { Notice } from '../../../shared/ui/feedback/notice.tsx'
import { IconBrandPaypal, IconCreditCard } from '../../../shared/ui/icons.ts'
import { AskLink } from '../invoices/ask-link.tsx'
import type { Remainder } from '../invoices/invoice-list.ts'
import { PaySide } from '../invoices/pay-columns.tsx'
import { isCardOn, isWalletOff, isWalletOn } from '../methods/card-field.ts'
import { CardButton, CardForm, useCardPayment } from '../methods/card-form.tsx'
import type { MethodFormProps } from '../methods/method-form.tsx'
import { WalletForm } from '../methods/wallet-form.tsx'
import { ProblemNotice } from '../receipt/payment-status.tsx'
import { PayerInputs, usePayerForm } from './payer-inputs.tsx'
import { withAdvice } from './payment-advice.ts'
import classes from './payment-form.module.css'
import type { PaymentProblem } from './payment-problem.ts'
import { PaymentNotes, StillOwed, Summary } from './summary.tsx'

export const PAYMENT_TITLE_ID = 'payment-information'

type PaymentFormProps = Omit<MethodFormProps, 'payer' | 'notice'> & {
  /** Why the payment failed, unless the invoices table says so. */
  readonly problem: PaymentProblem | undefined
  /** What the payment leaves open. */
  readonly remainder: Remainder
  readonly onPayAll: () => void
  /** The invoices table shows new balances. */
  readonly isChanged: boolean
  readonly onSearchAgain: () => void
}

const ICONS = { card: IconCreditCard, wallet: IconBrandPaypal } as const

const Method = ({ kind, label }: { kind: keyof typeof ICONS; label: string }) => {
  const Icon = ICONS[kind]
  return (
    <span className={`inline-line ${classes.method}`}>
      <Icon size={20} stroke={1.75} aria-hidden />
      {label}
    </span>
  )
}

/** One method of each kind. */
const METHODS = Object.values(PAYMENT_METHODS)
  .filter(({ kind }, index, all) => all.findIndex((each) => each.kind === kind) === index)
  .map(({ kind, label }) => ({ value: kind, label: <Method kind={kind} label={label} /> }))

/** The card, unless the business accepts only the wallet. */
const FIRST_KIND: (typeof METHODS)[number]['value'] = isCardOn || !isWalletOn ? 'card' : 'wallet'

/** Hidden but still laid out: a provider's frame that isn't displayed gets a height of 0. */
const HIDDEN = {
  position: 'absolute',
  width: '100%',
  height: 0,
  overflow: 'hidden',
  visibility: 'hidden',
} as const

export const PaymentForm = (props: PaymentFormProps) => {
  const { payment, lines, totalCents, problem, isChanged, remainder, onPayAll, onSearchAgain } =
    props
  const [kind, setKind] = useState(FIRST_KIND)
  const [wasWalletOpened, setWasWalletOpened] = useState(FIRST_KIND === 'wallet')
  const payer = usePayerForm()
  const formId = useId()
  const isLocked = payment.state.step !== 'idle'
  const notice = <FormNotice {...{ problem, isChanged, lines, onSearchAgain }} />
  const shared = { payment, payer, lines, totalCents }
  const card = useCardPayment(shared)
  const isCard = kind === 'card'

  // Both methods stay mounted, so the card details aren't lost when the customer switches to the wallet and back.
  return (
    <>
      <Card>
        <section className={`stack gap-4 ${classes.form}`} aria-labelledby={PAYMENT_TITLE_ID}>
          <Title order={2} fz="var(--font-title)" id={PAYMENT_TITLE_ID} tabIndex={-1}>
            Payment Information
          </Title>
          {isCardOn && !isWalletOff ? (
            <SegmentedControl
              aria-label="Payment method"
              fullWidth
              size="md"
              data={METHODS}
              value={kind}
              disabled={isLocked}
              onChange={(chosen) => {
                setKind(chosen)
                if (chosen === 'wallet') setWasWalletOpened(true)
                payment.clear()
              }}
            />
          ) : null}
          <PayerInputs form={payer} isLocked={isLocked} formId={isCard ? formId : undefined} />
          <div style={isCard ? undefined : HIDDEN}>
            <CardForm card={card} payer={payer} formId={formId} />
          </div>
        </section>
      </Card>
      <PaySide>
        <Card>
          <Stack gap="lg" pos="relative">
            <Summary {...{ lines, totalCents, remainder }} />
            {isCard ? <CardButton {...{ card, totalCents, notice, formId }} /> : null}
            {wasWalletOpened ? (
              <div style={isCard ? HIDDEN : undefined}>
                <WalletForm {...shared} notice={isCard ? null : notice} />
              </div>
            ) : null}
            <StillOwed {...{ remainder, isLocked, onPayAll }} />
          </Stack>
        </Card>
        <PaymentNotes isCard={isCard} numbers={lines.map(({ number }) => number)} />
      </PaySide>
    </>
  )
}

type FormNoticeProps = Pick<PaymentFormProps, 'problem' | 'isChanged' | 'lines' | 'onSearchAgain'>

/** Why the last try failed, whether it charged anything, and what to do next. */
const FormNotice = ({ problem, isChanged, lines, onSearchAgain }: FormNoticeProps) => {
  // Not scrolled into view, because the customer is at the table.
  if (isChanged) {
    return (
      <Notice>
        <p>You weren't charged. Check the new amounts and pay again.</p>
      </Notice>
    )
  }
  if (!problem) return null
  const { mustSearch, isUncharged } = problem
  const action = (mustSearch || isUncharged) && (
    <>
      {mustSearch ? (
        <Button variant="default" onClick={onSearchAgain}>
          Search again
        </Button>
      ) : null}
      {isUncharged ? <AskLink numbers={lines.map(({ number }) => number)} /> : null}
    </>
  )
  return <ProblemNotice problem={withAdvice(problem)} action={action} />
}
