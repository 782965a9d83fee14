// The address of each page that others link to, and which navigations need a full page load.
import { PAGES, PAGES_WITH_OWN_POLICY, type PagePath } from '@invoice-desk/contract/system/pages'

type Address = PagePath | `${PagePath}?${string}`

const withQuery = (path: PagePath, query: Record<string, string | undefined>): Address => {
  const given = Object.entries(query).filter((pair): pair is [string, string] => !!pair[1])
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}

export const paths = {
  landing: () => '/',
  /**
   * `bill` is corrected and resubmitted, `again` is a rejected bill that is submitted as a new one, and `conversation`
   * is a bill whose messages are shown.
   */
  submitInvoice: (query: { bill?: string; again?: string; conversation?: string } = {}) =>
    withQuery('/submit-invoice', query),
  vendorDetails: () => '/vendor-details',
  approveInvoice: (taskId?: string) => withQuery('/approve-invoice', { taskId }),
  overview: () => '/overview',
  invoices: (query: Readonly<Record<string, string>> = {}) => withQuery('/invoices', query),
  payInvoice: () => '/pay-invoice',
  /** `edit` is the email whose mapping is opened for editing. */
  vendors: (edit?: string) => withQuery('/vendors', { edit }),
  connections: () => '/connections',
  /** `switchUser` shows the page even to someone signed in, who would otherwise be redirected immediately. */
  auth: (options: { redirect?: string | undefined; switchUser?: boolean } = {}) =>
    withQuery('/auth', {
      redirect: options.redirect,
      switch: options.switchUser ? '1' : undefined,
    }),
  gmailRedirect: () => '/auth/gmail/redirect',
  accounts: () => '/accounts',
  approvalRules: () => '/approval-rules',
  /** The person's own or, for administrators, those of another. */
  preferences: (email?: string) => withQuery('/preferences', { email }),
  jobs: () => '/jobs',
  activity: (actor?: string) => withQuery('/activity', { actor }),
  mailRelay: () => '/mail-relay',
  settings: () => '/settings',
  health: () => '/settings/health',
  paymentsAdmin: (query: Readonly<Record<string, string>> = {}) =>
    withQuery('/payments/admin', query),
  privacy: () => '/privacy',
  eula: () => '/eula',
  terms: () => '/terms',
} as const satisfies Record<string, (...options: never[]) => Address>

const pathnameOf = (path: string): string => path.split(/[?#]/, 1)[0] ?? ''

const isPage = (path: string): boolean => PAGES.some((page) => page === path)
const hasOwnPolicy = (path: string): boolean => PAGES_WITH_OWN_POLICY.includes(path)

/**
 * Whether a navigation needs a full page load. A content security policy belongs to the document, so entering or leaving
 * a page with its own policy needs a new one. Also, only the server knows which page `/Vendors/` refers to.
 */
export const needsPageLoad = (from: string, to: string): boolean => {
  const [before, after] = [pathnameOf(from), pathnameOf(to)]
  if (before === after) return false
  return !isPage(after) || hasOwnPolicy(before) || hasOwnPolicy(after)
}
