// What to try for each step of the go-live list, and where. docs/going-live.md has the details.
import type { GoLiveStep } from '@invoice-desk/contract/system/service-checks'
import { paths } from '../../../shared/navigation/paths.ts'

type StepText = {
  /** What to do, and what you should see. */
  readonly text: string
  readonly links: readonly { readonly to: string; readonly label: string }[]
  /** The section of docs/going-live.md, or the page in docs. */
  readonly section: string
}

const PAY = { to: paths.payInvoice(), label: 'Pay invoice' }
const PAYMENTS = { to: paths.paymentsAdmin(), label: 'Payments' }
const PORTAL = { to: paths.submitInvoice(), label: 'Contractor portal' }
const JOBS = { to: paths.jobs(), label: 'Failed jobs' }

export const STEP_TEXTS: Readonly<Record<GoLiveStep, StepText>> = {
  settings: {
    text: 'Check the name, color, logo, contact address and time zone. The landing page should show your name, logo and color.',
    links: [{ to: paths.settings(), label: 'Business settings' }],
    section: 'Settings',
  },
  accounts: {
    text: 'Add them as an approver. They sign in with the link in their email, and should see Approvals but not Payments.',
    links: [
      { to: paths.accounts(), label: 'Accounts' },
      { to: paths.activity(), label: 'Activity' },
    ],
    section: 'Sign-in and email',
  },
  quickbooks: {
    text: 'Wait until your data is read. Then change the due date of an invoice in QuickBooks: a search for it should show the new one within a minute.',
    links: [{ to: paths.connections(), label: 'Connections' }, PAY],
    section: 'QuickBooks',
  },
  email: {
    text: 'Ask for a link in the contractor portal with both. Each should be in the inbox within a minute and pass SPF, DKIM and DMARC.',
    links: [PORTAL, JOBS],
    section: 'Sign-in and email',
  },
  bill: {
    text: 'Submit an invoice for $1.23 as a contractor, and let the second person approve it. QuickBooks should have one bill with the PDF attached.',
    links: [PORTAL, { to: paths.approveInvoice(), label: 'Approvals' }],
    section: 'QuickBooks',
  },
  card: {
    text: 'Pay $1.00 with a real card. You should get a receipt, and QuickBooks one payment. After a refund in Stripe, the payment should need review within a minute.',
    links: [PAY, PAYMENTS],
    section: 'Card payments',
  },
  wallet: {
    text: 'Pay $1.00 on a computer and on a phone. You should get receipts, and QuickBooks both payments. After a refund at PayPal, they should need review.',
    links: [PAY, PAYMENTS],
    section: 'PayPal and Venmo',
  },
  reconciliation: {
    text: 'Use “Reconcile now”. It should find no differences, except what you undid on only one side. There should be no failed jobs.',
    links: [PAYMENTS, JOBS],
    section: 'Files and closing checks',
  },
  backup: {
    text: 'Restore a backup into an empty database. Both databases should have the same counts. Keep SECRET_KEY and a copy of the backups on another machine.',
    links: [],
    section: 'docs/backup.md',
  },
  monitoring: {
    text: 'Have something call /api/health, and alert you when it fails or when the last backup is older than 26 hours.',
    links: [JOBS],
    section: 'Monitoring in docs/running.md',
  },
}
