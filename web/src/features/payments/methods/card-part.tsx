// Paying by card: the provider's field, the consent, and the button.
import { ERRORS } from '@invoice-desk/contract/errors'
import { CARD_CENTS_MIN } from '@invoice-desk/contract/limits'
import { decimalFromCents, formatUsd } from '@invoice-desk/contract/money'
import { TERMS_VERSION } from '@invoice-desk/contract/terms'
import { Checkbox } from '@mantine/core'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { pageSettings } from '../../../shared/page-settings.ts'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { Fallback } from '../../../shared/ui/fallback.tsx'
import { Loading } from '../../../shared/ui/loading.tsx'
import { Notice } from '../../../shared/ui/notice.tsx'
import { cardProblemsOf, tidyPayer } from '../attempt/payer-fields.ts'
import classes from '../attempt/payment-form.module.css'
import type { PartProps } from '../attempt/payment-form.tsx'
import { TermsLink } from '../attempt/terms-link.tsx'
import { contentOf } from '../attempt/unfinished.ts'

const CardField = lazy(() => import('./card-field.tsx').then((m) => ({ default: m.CardField })))

/** Makes a token of the card that was typed, in the name of who pays. */
export type Tokenise = (payer: { name: string; email: string }) => Promise<string>

type CardPartProps = PartProps & { readonly formId: string }

export const CardPart = (props: CardPartProps) => {
  const { payment, payer, lines, totalCents, formId, notice } = props
  const [tokenise, setTokenise] = useState<Tokenise>()
  const [isSmall, setIsSmall] = useState(false)
  const isBusy = payment.state.step === 'sending'
  if (!pageSettings.stripe) return <Unavailable />

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || !tokenise || totalCents <= 0) return
    if (!payer.show(cardProblemsOf(payer.fields))) return
    setIsSmall(totalCents < CARD_CENTS_MIN)
    if (totalCents < CARD_CENTS_MIN) return
    const who = tidyPayer(payer.fields)
    payment.payByCard({
      content: contentOf(lines, who),
      body: {
        ...who,
        invoices: [...lines],
        amount: decimalFromCents(totalCents),
        invoiceNumbers: lines.map(({ number }) => number).join(','),
        termsVersion: TERMS_VERSION,
      },
      tokenise: () => tokenise({ name: who.payerName, email: who.email }),
    })
  }
  return (
    <form
      id={formId}
      className={classes.part}
      aria-label="Credit Card"
      noValidate
      onSubmit={submit}
    >
      <Fallback instead={<Unavailable />}>
        <Suspense fallback={<Loading />}>
          <CardField isLocked={isBusy} onReady={(ready) => setTokenise(() => ready)} />
        </Suspense>
      </Fallback>
      <Checkbox
        ref={payer.consentRef}
        label={
          <>
            I authorize this payment and agree to the <TermsLink />
          </>
        }
        required
        checked={payer.fields.consent}
        error={payer.problems.consent}
        disabled={isBusy}
        onChange={({ currentTarget }) => payer.change('consent', currentTarget.checked)}
      />
      {isSmall && totalCents < CARD_CENTS_MIN ? (
        <Notice tone="negative">
          <p>{ERRORS.amount_too_small.text}</p>
        </Notice>
      ) : null}
      {notice}
      <BusyButton
        type="submit"
        size="lg"
        className={classes.pay}
        isBusy={isBusy}
        busyLabel="Processing..."
        announced="Processing your payment..."
        disabled={!tokenise || totalCents <= 0}
      >
        Pay {formatUsd(totalCents)}
      </BusyButton>
    </form>
  )
}

const Unavailable = () => (
  <Notice tone="warning">
    <p>Card payment is currently unavailable. Please try another payment method.</p>
  </Notice>
)
