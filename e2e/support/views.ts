// Every page in its important states, for accessibility checks and screenshots.
import { expect, type Locator, type Page } from '@playwright/test'
import { filling, OLD_COPY, stubCopy } from './copy-stubs.ts'
import { stubFailedJob } from './failed-jobs.ts'
import { BALANCE_CHANGED, STUBBED_PATH, stubInvoices, stubPayment } from './invoice-stubs.ts'
import { STUBBED_ATTEMPT, stubPayments } from './payment-stubs.ts'
import { fillAll, fillCard, fillPayer, pay } from './payments.ts'
import { ADMIN, STAFF, STRANGER } from './people.ts'
import { accountMenu, choose, leaveForGoogle, signIn, storedAuth } from './sign-in.ts'

export type View = {
  /** `<page>-<state>`. */
  readonly name: string
  readonly path: string
  /** Who is signed in; no one when absent. */
  readonly as?: { readonly email: string }
  /** Runs before the page opens. */
  readonly stage?: (page: Page) => Promise<unknown>
  /** Runs after the page has opened. */
  readonly act?: (page: Page) => Promise<unknown>
  /** Visible once the page is complete. */
  readonly shows: (page: Page) => Locator
  /** The browser errors that the page may cause. */
  readonly complaint?: RegExp
}

const heading = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name })
const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true })
/** A loaded list, whether or not other tests have added rows to it. */
const list = (empty: string) => (page: Page) =>
  page.getByRole('table').or(page.getByText(empty)).first()

const payStubbed = async (page: Page) => {
  await fillAll(page)
  await pay(page).pay.click()
}

export const VIEWS: readonly View[] = [
  { name: 'landing-signed-out', path: '/', shows: heading('Welcome') },
  {
    name: 'landing-menu',
    path: '/',
    as: ADMIN,
    act: (page) => accountMenu(page).click(),
    shows: (page) => page.getByRole('link', { name: 'Accounts', exact: true }),
  },
  { name: 'auth-switch', path: '/auth?switch=1', as: STAFF, shows: button('Switch Account') },
  {
    name: 'auth-problem',
    path: '/auth',
    stage: (page) => page.route('**/api/auth/google/start*', (route) => route.abort()),
    act: (page) => button('Sign in with Google')(page).click(),
    shows: (page) => page.getByText('Failed to initialize Google login'),
    complaint: /ERR_FAILED/,
  },
  {
    name: 'callback-error',
    path: '/auth/google/redirect',
    shows: (page) => page.getByText('No authorization code received'),
  },
  {
    name: 'callback-refused',
    path: '/auth',
    act: async (page) => {
      await leaveForGoogle(page)
      await choose(page, STRANGER)
    },
    shows: heading('You don’t have access'),
    complaint: /status of 403/,
  },
  {
    name: 'test-auth-signed-in',
    path: '/test-auth',
    as: STAFF,
    shows: (page) => page.locator('pre'),
  },
  {
    name: 'accounts-list',
    path: '/accounts',
    as: ADMIN,
    act: (page) => provisionSamples(page),
    shows: (page) => page.getByText('Disabled', { exact: true }),
    complaint: /status of 409/,
  },
  {
    name: 'accounts-disable',
    path: '/accounts',
    as: ADMIN,
    act: (page) => button(`Disable ${STAFF.email}`)(page).click(),
    shows: (page) => page.getByRole('dialog'),
  },
  {
    name: 'accounts-refused',
    path: '/accounts',
    as: STAFF,
    shows: (page) => page.getByRole('alert'),
    complaint: /status of 403/,
  },
  {
    name: 'jobs-failed',
    path: '/jobs',
    as: STAFF,
    stage: stubFailedJob,
    act: (page) => button('Retry send-mail')(page).click(),
    shows: (page) => page.getByRole('alert'),
    complaint: /status of 404/,
  },
  {
    name: 'submit-invoice-verify',
    path: '/submit-invoice',
    shows: (page) => page.getByRole('heading', { name: 'Verify Your Email' }),
  },
  {
    name: 'approve-invoice-list',
    path: '/approve-invoice',
    as: STAFF,
    shows: list('No other pending invoices found.'),
  },
  {
    name: 'connections-status',
    path: '/connections',
    as: STAFF,
    shows: (page) => page.getByRole('button', { name: /onnect QuickBooks$/ }),
  },
  {
    name: 'qbo-callback-error',
    path: '/auth/qbo/redirect',
    shows: heading('QuickBooks Authentication Error'),
  },
  {
    name: 'amazon-transactions-list',
    path: '/amazon-transactions',
    shows: list('No transactions found.'),
  },
  {
    name: 'pay-invoice-search',
    path: '/pay-invoice',
    act: (page) => button('Search')(page).click(),
    shows: (page) => page.getByText('This is required.').first(),
  },
  {
    name: 'pay-invoice-card',
    path: STUBBED_PATH,
    stage: stubInvoices,
    act: async (page) => {
      await pay(page).select('1010').check()
      await fillPayer(page, 'pat.payer@cobaltcoffee.example')
      await fillCard(page)
    },
    shows: (page) => pay(page).pay,
  },
  {
    name: 'pay-invoice-paypal',
    path: STUBBED_PATH,
    stage: stubInvoices,
    act: (page) => pay(page).chooseMethod('PayPal'),
    shows: (page) => pay(page).wallet,
  },
  {
    name: 'pay-invoice-history',
    path: STUBBED_PATH,
    stage: stubInvoices,
    act: (page) => page.getByRole('button', { name: /history of invoice 1008/ }).click(),
    shows: (page) => page.getByText('pi_3Sample1008HarborFinch'),
  },
  {
    name: 'pay-invoice-unknown',
    path: STUBBED_PATH,
    stage: async (page) => {
      await stubInvoices(page)
      await stubPayment(page, 500, {})
    },
    act: payStubbed,
    shows: (page) => page.getByRole('heading', { name: "We're checking your payment" }),
    complaint: /status of 500/,
  },
  {
    name: 'pay-invoice-paid',
    path: STUBBED_PATH,
    stage: async (page) => {
      await stubInvoices(page)
      await stubPayment(page, 200, {
        paymentId: 'p',
        status: 'succeeded',
        amount: 400,
        invoiceNumbers: ['1008'],
        receiptUrl: '/api/payments/receipt?payment=p',
      })
    },
    act: payStubbed,
    shows: (page) => pay(page).receipt,
  },
  {
    name: 'payment-success-error',
    path: '/payment-success',
    shows: (page) => page.getByText('No session ID found'),
  },
  {
    name: 'payment-success-done',
    path: '/payment-success?session_id=1',
    shows: heading('Payment Successful!'),
    complaint: /status of 404/,
  },
  {
    name: 'payments-list',
    path: '/payments/admin',
    as: STAFF,
    stage: stubPayments,
    shows: (page) => page.getByRole('table'),
  },
  {
    name: 'payments-details',
    path: `/payments/admin?attempt=${STUBBED_ATTEMPT}`,
    as: STAFF,
    stage: stubPayments,
    act: (page) => button('Mark as resolved')(page).click(),
    shows: (page) => page.getByLabel('What did you do?'),
  },
  { name: 'privacy-public', path: '/privacy', shows: heading('Privacy Policy') },
  { name: 'eula-public', path: '/eula', shows: heading('End-User License Agreement') },
  { name: 'terms-public', path: '/terms', shows: heading('Terms of Service') },
  {
    name: 'not-found-public',
    path: '/no-such-page',
    shows: heading('Page Not Found'),
    complaint: /status of 404/,
  },
]

/** For screenshots only: other views and tests check the same elements. */
export const MORE_VIEWS: readonly View[] = [
  {
    name: 'landing-signed-in',
    path: '/',
    as: STAFF,
    shows: (page) => page.getByText('Enabled', { exact: true }).last(),
  },
  {
    name: 'auth-signed-out',
    path: '/auth?redirect=%2Fapprove-invoice%3FtaskId%3D1',
    shows: button('Sign in with Google'),
  },
  {
    name: 'accounts-add',
    path: '/accounts',
    as: ADMIN,
    act: (page) => button('Add account')(page).click(),
    shows: (page) => page.getByRole('dialog'),
  },
  {
    name: 'jobs-empty',
    path: '/jobs',
    as: STAFF,
    shows: (page) => page.getByText('No failed jobs.'),
  },
  {
    name: 'vendors-list',
    path: '/vendors',
    as: STAFF,
    shows: list('No vendor mappings yet.'),
    // Until QuickBooks is connected, its accounts can't be listed.
    complaint: /status of 409/,
  },
  {
    name: 'connections-filling',
    path: '/connections',
    as: STAFF,
    stage: (page) => stubCopy(page, filling(112_400)),
    shows: (page) => page.getByRole('progressbar'),
  },
  {
    name: 'connections-old',
    path: '/connections',
    as: STAFF,
    stage: (page) => stubCopy(page, OLD_COPY),
    shows: button('Refresh now'),
  },
  {
    name: 'pay-invoice-balance-changed',
    path: STUBBED_PATH,
    stage: async (page) => {
      await stubInvoices(page, OLD_COPY.asOf)
      await stubPayment(page, 409, BALANCE_CHANGED)
    },
    act: payStubbed,
    shows: (page) => page.getByText(BALANCE_CHANGED.error),
    complaint: /status of 409/,
  },
  {
    name: 'payments-no-match',
    path: '/payments/admin?search=nobody+paid+this',
    as: STAFF,
    shows: (page) => page.getByText('Nothing matches “nobody paid this”.'),
  },
]

export const openView = async (page: Page, { as, path, stage, act, shows }: View) => {
  await stage?.(page)
  if (as) await signIn(page, as, path.startsWith('/auth') ? '/' : path)
  if (!as || path.startsWith('/auth')) await page.goto(path)
  await act?.(page)
  await expect(shows(page)).toBeVisible()
}

const SAMPLES = [
  { email: 'fay.fewer@harborfinch.example', name: 'Fay Fewer', tools: ['pay_invoice'] },
  { email: 'olga.former@harborfinch.example', name: 'Olga Former', tools: ['approve_invoice'] },
]

/** Adds two accounts, one of them disabled, unless they exist already. */
const provisionSamples = async (page: Page) => {
  const { idToken } = JSON.parse((await storedAuth(page)) ?? '')
  const headers = { authorization: `Bearer ${idToken}` }
  for (const account of SAMPLES) {
    await page.request.post('/api/accounts', { headers, data: account })
  }
  const former = { ...SAMPLES[1], admin: false, disabled: true, version: 1 }
  await page.request.put('/api/accounts', { headers, data: former })
  await page.reload()
}
