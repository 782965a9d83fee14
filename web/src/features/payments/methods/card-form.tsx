// Paying by card: the card field, the consent and the button.

import { TERMS_VERSION } from '@invoice-desk/contract/customer-invoices/terms'
import { PAYMENT_METHODS, tooSmallText } from '@invoice-desk/contract/payments/payment-methods'
import { decimalFromCents, formatUsd } from '@invoice-desk/contract/values/money'
import { Checkbox, Stack } from '@mantine/core'
import { type FormEvent, Suspense, useState } from 'react'
import { Fallback } from '../../../shared/ui/feedback/fallback.tsx'
import { Loading } from '../../../shared/ui/feedback/loading.tsx'
import { Notice } from '../../../shared/ui/feedback/notice.tsx'
import { BusyButton } from '../../../shared/ui/form/busy-button.tsx'
import { IconLock } from '../../../shared/ui/icons.ts'
import { normalizePayer, type PayerFields } from '../attempt/payer.ts'
import { contentOf } from '../attempt/pending-payment.ts'
import { CARD_METHOD, CardField, isCardOn, isWalletOn } from './card-field.ts'
import type { Tokenize } from './card-field-module.ts'
import { type MethodFormProps, TermsLink, Unavailable } from './method-form.tsx'

const UNAVAILABLE_TEXT = 'Card payment is currently unavailable. Please try another payment method.'
const UNAVAILABLE = <Unavailable>{UNAVAILABLE_TEXT}</Unavailable>
const BROKEN = <Unavailable why="broken">{UNAVAILABLE_TEXT}</Unavailable>

type CardPaymentOptions = Omit<MethodFormProps, 'notice'>
export type CardPayment = ReturnType<typeof useCardPayment>

/** What the card's fields and its button share: the fields are in the form, the button is below the total. */
export const useCardPayment = ({ payment, payer, lines, totalCents }: CardPaymentOptions) => {
  const [tokenize, setTokenize] = useState<Tokenize>()
  const [wasTooSmall, setWasTooSmall] = useState(false)
  const isBusy = payment.state.step === 'sending'
  const isTooSmall = totalCents < PAYMENT_METHODS[CARD_METHOD].centsMin

  const pay = (fields: PayerFields) => {
    setWasTooSmall(isTooSmall)
    if (isTooSmall || !tokenize) return
    const who = normalizePayer(fields)
    payment.payByCard({
      content: contentOf(lines, who),
      body: {
        ...who,
        invoices: [...lines],
        amount: decimalFromCents(totalCents),
        invoiceNumbers: lines.map(({ number }) => number).join(','),
        termsVersion: TERMS_VERSION,
      },
      tokenize: () => tokenize({ name: who.payerName, email: who.email }),
    })
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy || !tokenize || totalCents <= 0) return
    payer.onSubmit(pay, (problems) => {
      const [first] = Object.keys(problems)
      if (first) payer.getInputNode(first)?.focus()
    })(event)
  }
  return {
    isBusy,
    isReady: tokenize !== undefined && totalCents > 0,
    isTooSmall: wasTooSmall && isTooSmall,
    onReady: (ready: Tokenize | undefined) => setTokenize(() => ready),
    submit,
  }
}

type CardFormProps = Pick<MethodFormProps, 'payer'> & {
  readonly card: CardPayment
  readonly formId: string
}

export const CardForm = ({ card, payer, formId }: CardFormProps) => {
  if (!isCardOn) return UNAVAILABLE
  return (
    <form id={formId} aria-label="Credit Card" noValidate onSubmit={card.submit}>
      <Stack gap="md">
        <Fallback instead={BROKEN}>
          <Suspense fallback={<Loading />}>
            <CardField isLocked={card.isBusy} onReady={card.onReady} />
          </Suspense>
        </Fallback>
        <Checkbox
          label={
            <>
              I authorize this payment and agree to the <TermsLink />
            </>
          }
          required
          disabled={card.isBusy}
          {...payer.getInputProps('consent', { type: 'checkbox' })}
        />
      </Stack>
    </form>
  )
}

type CardButtonProps = Pick<MethodFormProps, 'totalCents' | 'notice'> & {
  readonly card: CardPayment
  readonly formId: string
}

export const CardButton = ({ card, totalCents, notice, formId }: CardButtonProps) =>
  isCardOn ? (
    <Stack gap="md">
      {card.isTooSmall ? (
        <Notice tone="negative">
          <p>
            {tooSmallText(CARD_METHOD)} Pay a larger amount{isWalletOn ? ', or use PayPal' : ''}.
          </p>
        </Notice>
      ) : null}
      {notice}
      <BusyButton
        type="submit"
        form={formId}
        size="lg"
        fullWidth
        leftSection={card.isBusy ? undefined : <IconLock size={20} stroke={1.75} aria-hidden />}
        isBusy={card.isBusy}
        busyLabel="Processing..."
        announced="Processing your payment..."
        disabled={!card.isReady}
      >
        Pay {formatUsd(totalCents)}
      </BusyButton>
    </Stack>
  ) : null
