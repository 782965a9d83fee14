// All routes. Each page's code loads on demand.
import type { ComponentType } from 'react'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { takeLinkToken } from '../features/contractor/verification/link-token.ts'
import { session } from '../features/identity/session/browser-session.ts'
import { loadPage } from '../shared/app-link.tsx'
import { needsPageLoad, paths } from '../shared/paths.ts'
import { rememberPath } from '../shared/previous-path.ts'
import { ErrorPage } from './error-page.tsx'
import { Arriving, Layout } from './layout.tsx'
import { RequireSignIn } from './require-sign-in.tsx'

type Load = () => Promise<ComponentType>

const lazily = (load: Load) => ({ lazy: async () => ({ Component: await load() }) })
/** Case-sensitive, like the server's routes. */
const page = (path: string, load: Load): RouteObject => ({
  path,
  caseSensitive: true,
  ...lazily(load),
})

const withQueries = () => import('./with-queries.tsx').then((m) => m.WithQueries)

const publicPages = [
  page(paths.landing(), () => import('../pages/landing-page.tsx').then((m) => m.LandingPage)),
  page(paths.auth(), () => import('../pages/auth-page.tsx').then((m) => m.AuthPage)),
  page(paths.googleRedirect(), () =>
    import('../pages/google-redirect-page.tsx').then((m) => m.GoogleRedirectPage),
  ),
  page(paths.qboRedirect(), () =>
    import('../pages/qbo-redirect-page.tsx').then((m) => m.QboRedirectPage),
  ),
  page(paths.privacy(), () => import('../pages/privacy-page.tsx').then((m) => m.PrivacyPage)),
  page(paths.eula(), () => import('../pages/eula-page.tsx').then((m) => m.EulaPage)),
  page(paths.terms(), () => import('../pages/terms-page.tsx').then((m) => m.TermsPage)),
  page('*', () => import('../pages/not-found-page.tsx').then((m) => m.NotFoundPage)),
]

const publicPagesWithQueries = [
  page(paths.submitInvoice(), () =>
    import('../pages/submit-invoice-page.tsx').then((m) => m.SubmitInvoicePage),
  ),
  page(paths.payInvoice(), () =>
    import('../pages/pay-invoice-page.tsx').then((m) => m.PayInvoicePage),
  ),
  page(paths.paymentSuccess(), () =>
    import('../pages/payment-success-page.tsx').then((m) => m.PaymentSuccessPage),
  ),
  page(paths.amazonTransactions(), () =>
    import('../pages/amazon-transactions-page.tsx').then((m) => m.AmazonTransactionsPage),
  ),
]

const signedInPages = [
  page(paths.approveInvoice(), () =>
    import('../pages/approve-invoice-page.tsx').then((m) => m.ApproveInvoicePage),
  ),
  page(paths.vendors(), () => import('../pages/vendors-page.tsx').then((m) => m.VendorsPage)),
  page(paths.testAuth(), () => import('../pages/test-auth-page.tsx').then((m) => m.TestAuthPage)),
  page(paths.accounts(), () => import('../pages/accounts-page.tsx').then((m) => m.AccountsPage)),
  page(paths.connections(), () =>
    import('../pages/connections-page.tsx').then((m) => m.ConnectionsPage),
  ),
  page(paths.paymentsAdmin(), () =>
    import('../pages/payments-admin-page.tsx').then((m) => m.PaymentsAdminPage),
  ),
  page(paths.jobs(), () => import('../pages/jobs-page.tsx').then((m) => m.JobsPage)),
]

// Removes the token from the URL before the router reads it.
takeLinkToken(paths.submitInvoice())

export const router = createBrowserRouter([
  {
    Component: Layout,
    children: [
      {
        ErrorBoundary: ErrorPage,
        HydrateFallback: Arriving,
        children: [
          ...publicPages,
          { ...lazily(withQueries), children: publicPagesWithQueries },
          {
            Component: RequireSignIn,
            children: [{ ...lazily(withQueries), children: signedInPages }],
          },
        ],
      },
    ],
  },
])

const pathInView = () => {
  const { pathname, search } = router.state.location
  return pathname + search
}

rememberPath(pathInView())
router.subscribe(() => rememberPath(pathInView()))

// After a sign-out or an expired session, signing in again returns to the same page.
session.onEnd(() => {
  const from = pathInView()
  if (from.startsWith(paths.auth())) return
  const to = paths.auth({ redirect: from })
  if (needsPageLoad(from, to)) return loadPage(to, { replace: true })
  void router.navigate(to, { replace: true })
})
