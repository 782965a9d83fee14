// Paying through the wallet: its button, and what is missing before it can be pressed.

import { TERMS_VERSION } from '@invoice-desk/contract/customer-invoices/terms'
import { PAYMENT_ERRORS } from '@invoice-desk/contract/payments/payment-errors'
import { Stack, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { pageSettings } from '../../../shared/api/page-settings.ts'
import { useAnnouncement } from '../../../shared/ui/feedback/announcements.tsx'
import { Fallback } from '../../../shared/ui/feedback/fallback.tsx'
import { Loading } from '../../../shared/ui/feedback/loading.tsx'
import { isPayerReady, normalizePayer, splitName } from '../attempt/payer.ts'
import { contentOf } from '../attempt/pending-payment.ts'
import { isWalletOn } from './card-field.ts'
import { type MethodFormProps, TermsLink, Unavailable } from './method-form.tsx'

const WalletButton = lazy(() =>
  import('./wallet-button.tsx').then((m) => ({ default: m.WalletButton })),
)

const UNAVAILABLE = <Unavailable>{PAYMENT_ERRORS.wallet_unavailable.text}</Unavailable>
const BLOCKED = <Unavailable why="blocked">{PAYMENT_ERRORS.wallet_unavailable.text}</Unavailable>
const BROKEN = <Unavailable why="broken">{PAYMENT_ERRORS.wallet_unavailable.text}</Unavailable>

export const WalletForm = ({ payment, payer, lines, totalCents, notice }: MethodFormProps) => {
  const { paypal } = pageSettings.payments
  const isBusy = payment.state.step === 'sending'
  const isReady = isPayerReady(payer.values)
  useAnnouncement(isBusy ? 'Processing your payment...' : undefined)
  if (!paypal || !isWalletOn) return UNAVAILABLE

  const draft = () => {
    const { companyName, payerName, email } = normalizePayer(payer.values)
    const who = { name: splitName(payerName), email_address: email, company_name: companyName }
    const body = { invoices: [...lines], payer: who, termsVersion: TERMS_VERSION }
    return { content: contentOf(lines, who), body }
  }
  return (
    <Stack gap="md">
      {isReady ? null : (
        <Text c="dimmed" fz="var(--font-compact)">
          Enter your company name, your name and a valid email to pay with PayPal.
        </Text>
      )}
      <Text c="dimmed" fz="var(--font-compact)">
        By paying with PayPal, you authorize this payment and agree to the <TermsLink />.
      </Text>
      {notice}
      <Fallback instead={BROKEN}>
        <Suspense fallback={<Loading />}>
          <WalletButton
            settings={paypal}
            isEnabled={isReady && !isBusy && totalCents > 0}
            wallet={payment.wallet}
            draft={draft}
            unavailable={BLOCKED}
          />
        </Suspense>
      </Fallback>
    </Stack>
  )
}
