// Paying by card: the card field, the consent and the button.
import { decimalFromCents, formatUsd } from '@invoice-desk/contract/money'
import { PAYMENT_METHODS, tooSmallText } from '@invoice-desk/contract/payment-methods'
import { TERMS_VERSION } from '@invoice-desk/contract/terms'
import { Checkbox, Stack } from '@mantine/core'
import { type FormEvent, Suspense, useState } from 'react'
import { pageSettings } from '../../../shared/page-settings.ts'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { Fallback } from '../../../shared/ui/fallback.tsx'
import { Loading } from '../../../shared/ui/loading.tsx'
import { Notice } from '../../../shared/ui/notice.tsx'
import { normalizePayer, type PayerFields } from '../attempt/payer.ts'
import { contentOf } from '../attempt/pending-payment.ts'
import { CARD_METHOD, CardField } from './card-field.ts'
import type { Tokenize } from './card-field-module.ts'
import { type MethodFormProps, TermsLink, Unavailable } from './method-form.tsx'

const UNAVAILABLE = (
  <Unavailable>
    Card payment is currently unavailable. Please try another payment method.
  </Unavailable>
)

type CardFormProps = MethodFormProps & { readonly formId: string }

export const CardForm = ({ payment, payer, lines, totalCents, formId, notice }: CardFormProps) => {
  const [tokenize, setTokenize] = useState<Tokenize>()
  const [wasTooSmall, setWasTooSmall] = useState(false)
  const isBusy = payment.state.step === 'sending'
  const isTooSmall = totalCents < PAYMENT_METHODS[CARD_METHOD].centsMin
  if (!pageSettings.payments[CARD_METHOD]) return UNAVAILABLE

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
  return (
    <form id={formId} aria-label="Credit Card" noValidate onSubmit={submit}>
      <Stack gap="md">
        <Fallback instead={UNAVAILABLE}>
          <Suspense fallback={<Loading />}>
            <CardField isLocked={isBusy} onReady={(ready) => setTokenize(() => ready)} />
          </Suspense>
        </Fallback>
        <Checkbox
          label={
            <>
              I authorize this payment and agree to the <TermsLink />
            </>
          }
          required
          disabled={isBusy}
          {...payer.getInputProps('consent', { type: 'checkbox' })}
        />
        {wasTooSmall && isTooSmall ? (
          <Notice tone="negative">
            <p>{tooSmallText(CARD_METHOD)}</p>
          </Notice>
        ) : null}
        {notice}
        <BusyButton
          type="submit"
          size="lg"
          w={{ base: '100%', sm: 'fit-content' }}
          miw="14rem"
          isBusy={isBusy}
          busyLabel="Processing..."
          announced="Processing your payment..."
          disabled={!tokenize || totalCents <= 0}
        >
          Pay {formatUsd(totalCents)}
        </BusyButton>
      </Stack>
    </form>
  )
}
