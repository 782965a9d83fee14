// The sandbox's pages, for accessibility checks and screenshots.

import { HARBOR } from '@invoice-desk/testing/quickbooks/connect'
import { askForLink } from '@invoice-desk/testing/sandbox/mailbox'
import { expect, type Page } from '@playwright/test'
import { asStaff } from './contractor.ts'
import type { Desk } from './desk.ts'
import { addCustomer } from './payments.ts'
import { beginPayment } from './payments-admin.ts'

type SandboxPage = {
  /** `sandbox-<page>`. */
  readonly name: string
  /** The path, or a function that prepares the page and returns it. */
  readonly path: string | ((desk: Desk) => Promise<string>)
}

const COMPANY = `/quickbooks/companies/${HARBOR}`

/** The bank's challenge for a new payment. */
const openChallenge = async (desk: Desk): Promise<string> => {
  const customer = await addCustomer(desk, 84.2)
  const { clientSecret } = await beginPayment(desk, customer, 'pm_card_authenticationRequired')
  const intent = String(clientSecret).split('_secret')[0]
  return `/stripe/challenge/${intent}?${new URLSearchParams({ client_secret: clientSecret })}`
}

/** The wallet's window for a new order. */
const openWallet = async (desk: Desk): Promise<string> => {
  const customer = await addCustomer(desk, 84.2)
  const { id } = await beginPayment(desk, customer, 'wallet')
  return `/paypal/checkoutnow?token=${id}`
}

export const SANDBOX_PAGES: readonly SandboxPage[] = [
  {
    name: 'sandbox-start',
    path: async (desk) => {
      await desk.addFault({ provider: 'google', match: '/never', mode: 'timeout', times: 2 })
      return '/'
    },
  },
  {
    name: 'sandbox-mail',
    path: async (desk) => {
      await askForLink(desk, 'hello@blueheron.example')
      const [newest] = await desk.mails()
      return `/mail/read/${newest?.id}`
    },
  },
  { name: 'sandbox-mailbox', path: '/mail' },
  { name: 'sandbox-company', path: COMPANY },
  { name: 'sandbox-company-invoices', path: `${COMPANY}/invoices` },
  { name: 'sandbox-company-bills', path: `${COMPANY}/bills` },
  { name: 'sandbox-connection', path: '/quickbooks/connection' },
  {
    name: 'sandbox-consent',
    path: async (desk) => {
      const { url } = await asStaff<{ url: string }>(desk, 'GET', '/api/auth/qbo/start')
      return new URL(url).pathname + new URL(url).search
    },
  },
  { name: 'sandbox-challenge', path: openChallenge },
  { name: 'sandbox-cards', path: '/stripe' },
  { name: 'sandbox-test-cards', path: '/stripe/cards' },
  { name: 'sandbox-wallet', path: openWallet },
  { name: 'sandbox-orders', path: '/paypal' },
  { name: 'sandbox-accounts', path: '/google' },
  { name: 'sandbox-human-check', path: '/human-check' },
  { name: 'sandbox-reset', path: '/reset' },
]

export const openSandboxPage = async (page: Page, desk: Desk, { path }: SandboxPage) => {
  const place = typeof path === 'string' ? path : await path(desk)
  const answer = await page.goto(desk.sandboxUrl + place)
  expect(answer?.status(), place).toBe(200)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}
