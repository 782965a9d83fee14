// The privacy policy.
import { VENDOR_DETAILS_DAYS_MAX } from '@invoice-desk/contract/values/limits'
import { pageSettings } from '../shared/api/page-settings.ts'
import { AppLink } from '../shared/navigation/app-link.tsx'
import { paths } from '../shared/navigation/paths.ts'
import { ContactLink } from '../shared/ui/contact-link.tsx'
import { Page, publicPage } from '../shared/ui/page.tsx'
import { Prose } from '../shared/ui/prose.tsx'

export const PrivacyPage = () => (
  <Page {...publicPage('/privacy')}>
    <Prose>
      <p>
        {pageSettings.businessName} runs Invoice Desk. This page explains what we collect from staff
        who sign in, from contractors who send invoices, and from customers who pay them. We don’t
        sell data or show ads.
      </p>
      <Staff />
      <Contractors />
      <Customers />
      <Services />
      <Retention />
      <h2>Contact</h2>
      <p>
        To ask about your data, or to have it corrected or deleted, email <ContactLink />.
      </p>
    </Prose>
  </Page>
)

const Staff = () => (
  <>
    <h2>Staff</h2>
    <p>
      The staff tools are for internal organizational use only. Staff sign in with Google, on
      Google’s own pages: we never see your password. From Google we collect only:
    </p>
    <ul>
      <li>your email address,</li>
      <li>your name,</li>
      <li>your profile picture.</li>
    </ul>
    <p>
      This data is used only for authentication and for approval authorization: to know who you are,
      and which tools you may use. Your sign-in data is kept in the browser session only. It’s gone
      when you sign out, when it expires, or when you close the browser. To keep you signed in while
      you work, our server keeps Google’s permission to confirm who you are, encrypted, until your
      account is disabled. You can withdraw it in your Google Account. Two cookies belong to this:
      one recognizes your browser until you close it, and one remembers for up to 180 days that
      Google has to ask for this permission again. On our server we also keep the list of people who
      may sign in, by email address and name, and an audit log of which account did what, from which
      IP address. We keep the messages and notes you write. What you haven’t sent yet stays in this
      browser tab until you sign out or close it.
    </p>
    <p>
      If you connect a Gmail account to the mail relay, we use Google’s permission only to send the
      messages of your devices, and keep it, encrypted, until you disconnect the account. We can’t
      read your mail. We store each message encrypted, and erase its content once it’s sent, or
      after 30 days if it can’t be. Its subject, addresses and state are kept for 30 days. Our use
      of data from Google follows the{' '}
      <a href="https://developers.google.com/terms/api-services-user-data-policy">
        Google API Services User Data Policy
      </a>
      , including its Limited Use requirements.
    </p>
  </>
)

const Contractors = () => (
  <>
    <h2>Contractors</h2>
    <p>
      We keep your email address, your vendor name, the invoices and files you submit with their
      status, and the messages you send us about them, to review and pay them. If you have given us
      your legal name, tax classification, address and tax ID, we keep the last four digits of the
      tax ID and everything else; the full tax ID goes only to QuickBooks. If you sent it yourself,
      we store it encrypted until we have reviewed it, for at most {VENDOR_DETAILS_DAYS_MAX} days.
      It never stays in your browser. Your verification link keeps you signed in on this browser for
      up to 90 days, until you choose “Change Email” or “Sign out of all devices”. An invoice or a
      message you haven’t sent stays in this browser tab at most until you close it.
    </p>
  </>
)

const Customers = () => (
  <>
    <h2>Customers</h2>
    <p>
      When you pay, we keep your company name, name and email address, your billing address in our
      books, the invoices and amounts, how the payment ended, and the version of the{' '}
      <AppLink to={paths.terms()}>terms of service</AppLink> you agreed to. We use this to take the
      payment, send your receipt and do our bookkeeping. Card details go straight to Stripe: we
      learn only the brand and the last four digits, and from PayPal the email address of your
      account, to show on your receipt what you paid with. What you type into the form stays in this
      browser tab until you close it.
    </p>
  </>
)

const Services = () => (
  <>
    <h2>Services we use</h2>
    <p>Each receives only the data it needs, under its own privacy policy:</p>
    <ul>
      <li>Google: staff sign-in, and messages that staff’s devices send through Gmail.</li>
      <li>
        reCAPTCHA, by Google: distinguishes people from bots on the pages for submitting and paying
        invoices. It looks at your browser and IP address.
      </li>
      <li>Stripe: card payments, with your card, name and email address.</li>
      <li>PayPal: PayPal payments, with your name and email address.</li>
      <li>QuickBooks, by Intuit: our books, with vendors, bills, invoices and payments.</li>
      <li>Our email provider: delivers receipts, verification links and notices.</li>
    </ul>
  </>
)

const Retention = () => (
  <>
    <h2>How long we keep data</h2>
    <ul>
      <li>
        Invoices, payments and the audit log: as long as our bookkeeping needs them. They aren’t
        deleted automatically.
      </li>
      <li>
        Files and messages of invoices: as long as our bookkeeping needs them, and at least a year
        after the invoice was paid, rejected or withdrawn.
      </li>
      <li>Verification links: they work for 90 days, and we delete them 90 days later.</li>
      <li>
        IP addresses, used to limit abuse: about an hour. The audit log keeps the one that someone
        signed in, sent an invoice, paid or changed something from, and our server’s log has them,
        too.
      </li>
    </ul>
  </>
)
