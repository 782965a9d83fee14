// Every route of the product. A page is one line; its code loads when someone goes there.
import type { ComponentType } from 'react'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { takeLinkToken } from '../features/contractor/verification/link-token.ts'
import { session } from '../features/identity/session/browser-session.ts'
import { goToDocument } from '../shared/app-link.tsx'
import { needsOwnDocument, paths } from '../shared/paths.ts'
import { rememberPath } from '../shared/previous-path.ts'
import { ErrorPage } from './error-page.tsx'
import { Arriving, Layout } from './layout.tsx'
import { RequireSignIn } from './require-sign-in.tsx'

type Load = () => Promise<ComponentType>

const lazily = (load: Load) => ({ lazy: async () => ({ Component: await load() }) })
/** The server knows a page by its exact path, so the browser does too. */
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

// Before the router reads the address, which others may then pass on.
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

// Whoever is signed out here, by choice or by the clock, can sign in again and be back where they were.
session.onEnd(() => {
  const from = pathInView()
  if (from.startsWith(paths.auth())) return
  const to = paths.auth({ redirect: from })
  if (needsOwnDocument(from, to)) return goToDocument(to, { replace: true })
  void router.navigate(to, { replace: true })
})
