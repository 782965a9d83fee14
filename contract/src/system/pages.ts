// Lists all pages. Any other path shows the not-found page.

export const PAGES = [
  '/',
  '/submit-invoice',
  '/vendor-details',
  '/overview',
  '/approve-invoice',
  '/invoices',
  '/connections',
  '/vendors',
  '/auth',
  '/auth/google/redirect',
  '/auth/qbo/redirect',
  '/auth/gmail/redirect',
  '/test-auth',
  '/privacy',
  '/eula',
  '/terms',
  '/pay-invoice',
  '/payment-success',
  '/amazon-transactions',
  '/accounts',
  '/approval-rules',
  '/preferences',
  '/jobs',
  '/activity',
  '/mail-relay',
  '/settings',
  '/settings/health',
  '/payments/admin',
] as const

export type PagePath = (typeof PAGES)[number]

/** These have their own content security policy for third-party scripts, so they need a full page load. */
export const PAGES_WITH_OWN_POLICY: readonly string[] = [
  '/submit-invoice',
  '/pay-invoice',
  '/settings/health',
]

/** Google and QuickBooks redirect here, with an authorization code in the address. */
export const CALLBACK_PAGES: readonly string[] = [
  '/auth/google/redirect',
  '/auth/qbo/redirect',
  '/auth/gmail/redirect',
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
} as const satisfies Partial<Record<PagePath, PageText>>

export type PublicPage = keyof typeof PAGE_TEXTS

export const isPublicPage = (path: string): path is PublicPage => path in PAGE_TEXTS

export const pageTextOf = (path: PublicPage, businessName: string): PageText => {
  const named = (text: string) => text.replace('{business}', () => businessName)
  const { title, ...text }: PageText = PAGE_TEXTS[path]
  return { ...text, title: named(title), ...(text.intro && { intro: named(text.intro) }) }
}

export const documentTitle = (page: string, businessName: string): string =>
  page === '' || page === businessName ? businessName : `${page} · ${businessName}`
