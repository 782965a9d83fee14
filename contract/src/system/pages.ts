// Lists all pages. Any other path shows the not-found page.
import type { Tool } from '../identity/tools.ts'

/** A page of the staff's navigation. */
type StaffPage = {
  readonly label: string
  /** Its heading, if that isn't the label. */
  readonly title?: string
  readonly group: 'Work' | 'Setup'
  /** Who sees it; without one, every staff account. */
  readonly for?: Tool | 'admin'
}

/** In the order of the navigation. */
const STAFF_PAGES = {
  '/overview': { label: 'Overview', group: 'Work' },
  '/approve-invoice': {
    label: 'Approvals',
    title: 'Invoice Approval',
    group: 'Work',
    for: 'approve_invoice',
  },
  '/invoices': { label: 'Invoices', group: 'Work', for: 'approve_invoice' },
  '/payments/admin': { label: 'Payments', group: 'Work', for: 'pay_invoice' },
  '/vendors': {
    label: 'Vendors',
    title: 'Vendor Management',
    group: 'Work',
    for: 'create_vendor',
  },
  '/amazon-transactions': { label: 'Purchases', group: 'Work', for: 'import_transactions' },
  '/mail-relay': { label: 'Mail relay', group: 'Work', for: 'mail_relay' },
  '/preferences': { label: 'Preferences', group: 'Setup' },
  '/connections': {
    label: 'Connections',
    title: 'Manage Connections',
    group: 'Setup',
    for: 'connections',
  },
  '/accounts': { label: 'Accounts', group: 'Setup', for: 'admin' },
  '/approval-rules': { label: 'Approval rules', group: 'Setup', for: 'admin' },
  '/activity': { label: 'Activity', group: 'Setup', for: 'admin' },
  '/settings': { label: 'Settings', group: 'Setup', for: 'admin' },
  '/jobs': { label: 'Failed jobs', group: 'Setup', for: 'connections' },
} as const satisfies Record<string, StaffPage>

export type StaffPath = keyof typeof STAFF_PAGES

const STAFF_PATHS = Object.keys(STAFF_PAGES) as readonly StaffPath[]

export const isStaffPath = (path: string): path is StaffPath => path in STAFF_PAGES

export const staffPageOf = (path: StaffPath): StaffPage => STAFF_PAGES[path]

export const staffTitle = (path: StaffPath): string =>
  staffPageOf(path).title ?? staffPageOf(path).label

type Account = { readonly admin: boolean; readonly tools: readonly Tool[] }

/** The pages that an account sees in its navigation. */
export const pagesFor = ({ admin, tools }: Account): StaffPath[] =>
  STAFF_PATHS.filter((path) => {
    const { for: needed } = staffPageOf(path)
    return needed === undefined || (needed === 'admin' ? admin : tools.includes(needed))
  })

/** Google and QuickBooks redirect here, with an authorization code in the address. */
const CALLBACK_PATHS = [
  '/auth/google/redirect',
  '/auth/qbo/redirect',
  '/auth/gmail/redirect',
] as const
export const CALLBACK_PAGES: readonly string[] = CALLBACK_PATHS

/** These have their own content security policy for third-party scripts, so they need a full page load. */
export const PAGES_WITH_OWN_POLICY: readonly string[] = [
  '/submit-invoice',
  '/pay-invoice',
  '/settings/health',
]

/** `name` is the browser tab's title; `title` and `intro` appear on the page. */
export type PageText = {
  readonly name: string
  readonly title: string
  readonly intro?: string
  readonly width: 'card' | 'text' | 'wide'
}

/** Public pages. Their HTML includes these texts, so people can read them before the script has run. */
const PAGE_TEXTS = {
  '/': {
    name: '',
    title: 'Welcome to {business}',
    intro:
      'Submit, approve and pay invoices in one place. Once your account is provisioned, you can use the tools enabled for it.',
    width: 'wide',
  },
  '/auth': {
    name: 'Google Sign-In',
    title: 'Google Sign-In',
    intro: 'Sign in with the Google account that was set up for you.',
    width: 'card',
  },
  '/submit-invoice': {
    name: 'Submit Invoice',
    title: 'Contractor Portal',
    intro: 'See what {business} has received, approved and paid, and submit new invoices.',
    width: 'card',
  },
  '/vendor-details': {
    name: 'Vendor Details',
    title: 'Your vendor details',
    intro: '{business} needs this to pay you and to report payments to the IRS.',
    width: 'card',
  },
  '/pay-invoice': {
    name: 'Pay Invoice',
    title: 'Pay Invoice',
    intro: 'Look up an invoice from {business} by its number and date, and pay it online.',
    width: 'wide',
  },
  '/payment-success': {
    name: 'Payment',
    title: 'Confirming your payment…',
    intro: "One moment, please. We'll email you a receipt for your payment.",
    width: 'card',
  },
  '/amazon-transactions': {
    name: 'Amazon Transactions',
    title: 'Amazon Transactions',
    intro: 'Purchases on Amazon, with the card each was charged to.',
    width: 'wide',
  },
  '/privacy': { name: 'Privacy Policy', title: 'Privacy Policy', width: 'text' },
  '/eula': {
    name: 'End-User License Agreement',
    title: 'End-User License Agreement',
    width: 'text',
  },
  '/terms': { name: 'Terms of Service', title: 'Terms of Service', width: 'text' },
} as const satisfies Record<string, PageText>

export type PublicPage = keyof typeof PAGE_TEXTS

export const isPublicPage = (path: string): path is PublicPage => path in PAGE_TEXTS

/** For staff, but not in their navigation. */
const OTHER_STAFF_PATHS = ['/settings/health', '/test-auth'] as const

export type PagePath =
  | PublicPage
  | StaffPath
  | (typeof CALLBACK_PATHS)[number]
  | (typeof OTHER_STAFF_PATHS)[number]

/** These show nothing to visitors. */
export const SIGNED_IN_PAGES: readonly PagePath[] = [...STAFF_PATHS, ...OTHER_STAFF_PATHS].filter(
  (path) => !isPublicPage(path),
)

export const PAGES: readonly PagePath[] = [
  ...(Object.keys(PAGE_TEXTS) as PublicPage[]),
  ...CALLBACK_PATHS,
  ...SIGNED_IN_PAGES,
]

/** The name of its file: `/pay-invoice` is pay-invoice-page.tsx, `/auth/google/redirect` is google-redirect-page.tsx. */
export const pageNameOf = (path: string): string =>
  path === '/' ? 'landing' : path.replace(/^\/(auth\/(?=.+\/))?/, '').replaceAll('/', '-')

export const pageTextOf = (path: PublicPage, businessName: string): PageText => {
  const named = (text: string) => text.replace('{business}', () => businessName)
  const { title, ...text }: PageText = PAGE_TEXTS[path]
  return { ...text, title: named(title), ...(text.intro && { intro: named(text.intro) }) }
}

export const documentTitle = (page: string, businessName: string): string =>
  page === '' || page === businessName ? businessName : `${page} · ${businessName}`
