// All routes. Each page's code loads on demand.
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { paths } from '../shared/navigation/paths.ts'
import { ErrorPage } from './error-page.tsx'
import { InitialLoading, Layout } from './layout.tsx'
import { RequireSignIn } from './require-sign-in.tsx'

/** A page's module exports one component. */
type Load = () => Promise<Readonly<Record<string, ComponentType>>>

const lazily = (load: Load) => ({
  lazy: async () => {
    const [Component] = Object.values(await load())
    return Component ? { Component } : {}
  },
})
/** Case-sensitive, like the server's routes. */
const page = (path: string, load: Load): RouteObject => ({
  path,
  caseSensitive: true,
  ...lazily(load),
})

const publicPages = [
  page(paths.landing(), () => import('../pages/landing-page.tsx')),
  page(paths.auth(), () => import('../pages/auth-page.tsx')),
  page(paths.googleRedirect(), () => import('../pages/google-redirect-page.tsx')),
  page(paths.qboRedirect(), () => import('../pages/qbo-redirect-page.tsx')),
  page(paths.gmailRedirect(), () => import('../pages/gmail-redirect-page.tsx')),
  page(paths.privacy(), () => import('../pages/privacy-page.tsx')),
  page(paths.eula(), () => import('../pages/eula-page.tsx')),
  page(paths.terms(), () => import('../pages/terms-page.tsx')),
  page('*', () => import('../pages/not-found-page.tsx')),
]

const publicPagesWithQueries = [
  page(paths.submitInvoice(), () => import('../pages/submit-invoice-page.tsx')),
  page(paths.vendorDetails(), () => import('../pages/vendor-details-page.tsx')),
  page(paths.payInvoice(), () => import('../pages/pay-invoice-page.tsx')),
  page(paths.paymentSuccess(), () => import('../pages/payment-success-page.tsx')),
]

/** Anyone can open it. Staff see it as part of their workspace. */
const amazonTransactions = page(
  paths.amazonTransactions(),
  () => import('../pages/amazon-transactions-page.tsx'),
)

const signedInPages = [
  page(paths.overview(), () => import('../pages/overview-page.tsx')),
  page(paths.approveInvoice(), () => import('../pages/approve-invoice-page.tsx')),
  page(paths.invoices(), () => import('../pages/invoices-page.tsx')),
  page(paths.vendors(), () => import('../pages/vendors-page.tsx')),
  page(paths.mailRelay(), () => import('../pages/mail-relay-page.tsx')),
  page(paths.testAuth(), () => import('../pages/test-auth-page.tsx')),
  page(paths.accounts(), () => import('../pages/accounts-page.tsx')),
  page(paths.approvalRules(), () => import('../pages/approval-rules-page.tsx')),
  page(paths.preferences(), () => import('../pages/preferences-page.tsx')),
  page(paths.connections(), () => import('../pages/connections-page.tsx')),
  page(paths.paymentsAdmin(), () => import('../pages/payments-admin-page.tsx')),
  page(paths.activity(), () => import('../pages/activity-page.tsx')),
  page(paths.settings(), () => import('../pages/settings-page.tsx')),
  page(paths.health(), () => import('../pages/settings-health-page.tsx')),
  page(paths.jobs(), () => import('../pages/jobs-page.tsx')),
]

const withQueries = lazily(() => import('./with-queries.tsx'))
const staffShell = lazily(() => import('./staff-shell.tsx'))

const inWorkspace = (children: RouteObject[]): RouteObject => ({
  ...withQueries,
  children: [{ ...staffShell, children }],
})

export const routes: RouteObject[] = [
  {
    Component: Layout,
    children: [
      {
        ErrorBoundary: ErrorPage,
        HydrateFallback: InitialLoading,
        children: [
          ...publicPages,
          { ...withQueries, children: publicPagesWithQueries },
          inWorkspace([amazonTransactions]),
          { Component: RequireSignIn, children: [inWorkspace(signedInPages)] },
        ],
      },
    ],
  },
]
