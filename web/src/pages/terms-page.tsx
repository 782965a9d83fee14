// The terms customers agree to when they pay. A change of meaning needs a new version in contract/src/customer-invoices/terms.ts.

import { TERMS_VERSION } from '@invoice-desk/contract/customer-invoices/terms'
import { pageSettings } from '../shared/api/page-settings.ts'
import { AppLink } from '../shared/navigation/app-link.tsx'
import { paths } from '../shared/navigation/paths.ts'
import { formatDay } from '../shared/text/times.ts'
import { ContactLink } from '../shared/ui/contact-link.tsx'
import { Page, publicPage } from '../shared/ui/page.tsx'
import { Prose } from '../shared/ui/prose.tsx'

export const TermsPage = () => (
  <Page {...publicPage('/terms')}>
    <Prose>
      <p>
        These terms apply when you pay an invoice from {pageSettings.businessName} (“we”) on this
        site. They apply from {formatDay(TERMS_VERSION)} (version {TERMS_VERSION}).
      </p>
      <h2>What you authorize</h2>
      <p>
        When you pay, you authorize one charge of the total shown, for the invoices and amounts you
        selected. You confirm that you may use the card or PayPal account, and may pay on behalf of
        the company you name. We don’t save your card or account for later charges.
      </p>
      <h2>How you pay</h2>
      <p>
        All payments are in US dollars (USD). Stripe processes cards and PayPal processes PayPal
        payments, each under its own terms. Card details go straight to Stripe. We keep only the
        brand and last four digits of your card, or the email address of your PayPal account, to
        show them on your receipt.
      </p>
      <h2>When an invoice is paid</h2>
      <p>
        A payment counts when Stripe or PayPal confirms it to us. We then email a receipt to the
        address you entered and apply the payment to your invoices. If you pay part of an invoice,
        the rest stays due.
      </p>
      <h2>If a payment fails or is unclear</h2>
      <p>
        If a payment is declined, the invoice stays open and you can try again. If we don’t know how
        a payment ended, we hold its invoices and keep checking with Stripe or PayPal until we do.
        Trying the same payment again never charges you twice.
      </p>
      <h2>Refunds and disputes</h2>
      <p>
        If an amount is wrong, or you want a refund, email <ContactLink /> first. We send refunds
        through Stripe or PayPal, to your original payment method. Paying here doesn’t change your
        agreement with us about the work or goods, or any rights you have by law or with your bank.
      </p>
      <h2>Your data</h2>
      <p>
        The <AppLink to={paths.privacy()}>privacy policy</AppLink> says what we keep. With each
        payment we store which version of these terms you agreed to, and when.
      </p>
      <h2>Contact</h2>
      <p>
        {pageSettings.businessName}, <ContactLink />
      </p>
    </Prose>
  </Page>
)
