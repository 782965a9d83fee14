// Paying through the wallet: its button, and why it cannot be pressed yet.
import { ERRORS } from '@invoice-desk/contract/errors'
import { TERMS_VERSION } from '@invoice-desk/contract/terms'
import { lazy, Suspense } from 'react'
import { pageSettings } from '../../../shared/page-settings.ts'
import { useAnnouncement } from '../../../shared/ui/announcements.tsx'
import { Fallback } from '../../../shared/ui/fallback.tsx'
import { Loading } from '../../../shared/ui/loading.tsx'
import { Notice } from '../../../shared/ui/notice.tsx'
import { isPayerReady, splitName, tidyPayer } from '../attempt/payer-fields.ts'
import classes from '../attempt/payment-form.module.css'
import type { PartProps } from '../attempt/payment-form.tsx'
import { TermsLink } from '../attempt/terms-link.tsx'
import { contentOf } from '../attempt/unfinished.ts'

const WalletButton = lazy(() =>
  import('./wallet-button.tsx').then((m) => ({ default: m.WalletButton })),
)

export const WalletPart = ({ payment, payer, lines, totalCents, notice }: PartProps) => {
  const { paypal } = pageSettings
  const isBusy = payment.state.step === 'sending'
  const isReady = isPayerReady(payer.fields)
  useAnnouncement(isBusy ? 'Processing your payment...' : undefined)
  if (!paypal) return <WalletUnavailable />

  const draft = () => {
    const { companyName, payerName, email } = tidyPayer(payer.fields)
    const who = { name: splitName(payerName), email_address: email, company_name: companyName }
    const body = { invoices: [...lines], payer: who, termsVersion: TERMS_VERSION }
    return { content: contentOf(lines, who), body }
  }
  return (
    <div className={classes.part}>
      {isReady ? null : (
        <p className={classes.hint}>
          Please enter your company name, your name and a valid email to pay with PayPal.
        </p>
      )}
      <p className={classes.hint}>
        By paying with PayPal, you authorize this payment and agree to the <TermsLink />.
      </p>
      {notice}
      <Fallback instead={<WalletUnavailable />}>
        <Suspense fallback={<Loading />}>
          <WalletButton
            settings={paypal}
            isEnabled={isReady && !isBusy && totalCents > 0}
            wallet={payment.wallet}
            draft={draft}
          />
        </Suspense>
      </Fallback>
    </div>
  )
}

export const WalletUnavailable = () => (
  <Notice tone="warning">
    <p>{ERRORS.wallet_unavailable.text}</p>
  </Notice>
)
