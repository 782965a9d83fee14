// Every page of the product. Anything else is answered with the not-found page.

export const PAGES = [
  '/',
  '/submit-invoice',
  '/approve-invoice',
  '/connections',
  '/vendors',
  '/auth',
  '/auth/google/redirect',
  '/auth/qbo/redirect',
  '/test-auth',
  '/privacy',
  '/eula',
  '/pay-invoice',
  '/payment-success',
  '/amazon-transactions',
  '/accounts',
  '/jobs',
  '/payments',
] as const

export type PagePath = (typeof PAGES)[number]

/** These load scripts of others and are served with a policy of their own, so they are loaded afresh. */
export const PAGES_WITH_OWN_POLICY: readonly string[] = ['/submit-invoice', '/pay-invoice']
