// Pages for staff: approval, settings, invoices, vendors, connections, and failed jobs.
import { filling, OLD_COPY, stubCopy } from '../copy-stubs.ts'
import { stubFailedJob } from '../failed-jobs.ts'
import { stubHealth } from '../health-stubs.ts'
import { stubInvoices } from '../listed-invoices.ts'
import { stubMoney } from '../money-stubs.ts'
import { ADMIN, STAFF } from '../people.ts'
import { stubNewRelay, stubRelay } from '../relay-stubs.ts'
import { stubRules } from '../rule-stubs.ts'
import { stubSearch } from '../search-stubs.ts'
import { button, heading, list, type View } from './view.ts'

export const STAFF_VIEWS: readonly View[] = [
  {
    name: 'overview-cards',
    path: '/overview',
    as: STAFF,
    stage: stubMoney,
    shows: (page) => page.locator('.recharts-bar-rectangle').first(),
  },
  {
    name: 'overview-search',
    path: '/overview',
    as: STAFF,
    stage: stubSearch,
    act: async (page) => {
      await button('Search')(page).click()
      await page.getByRole('combobox', { name: 'Search' }).fill('co')
    },
    shows: (page) => page.getByRole('group', { name: 'Payments' }),
  },
  {
    name: 'jobs-failed',
    path: '/jobs',
    as: STAFF,
    stage: stubFailedJob,
    act: (page) => button('Retry send-mail')(page).click(),
    shows: (page) => page.getByRole('alert'),
  },
  {
    name: 'jobs-empty',
    path: '/jobs',
    as: STAFF,
    shows: (page) => page.getByText('No failed jobs.'),
  },
  {
    name: 'approve-invoice-list',
    path: '/approve-invoice',
    as: STAFF,
    shows: list('No other pending invoices found.'),
  },
  {
    name: 'approval-rules-list',
    path: '/approval-rules',
    as: ADMIN,
    stage: stubRules,
    shows: (page) => page.getByRole('table'),
  },
  {
    name: 'approval-rules-edit',
    path: '/approval-rules',
    as: ADMIN,
    stage: stubRules,
    act: (page) => button('Edit Large invoices')(page).click(),
    shows: (page) => page.getByText(/^Applies to/),
  },
  {
    name: 'preferences',
    path: '/preferences',
    as: STAFF,
    act: (page) => page.getByRole('checkbox', { name: 'Plan an absence' }).check(),
    shows: (page) => page.getByLabel('Last day'),
  },
  {
    name: 'settings',
    path: '/settings',
    as: ADMIN,
    shows: (page) => page.getByRole('textbox', { name: 'Contact email' }),
  },
  {
    name: 'invoices-list',
    path: '/invoices?amount=50..',
    as: STAFF,
    stage: stubInvoices,
    shows: (page) => page.getByRole('table'),
  },
  {
    name: 'invoices-filter',
    path: '/invoices',
    as: STAFF,
    stage: stubInvoices,
    act: async (page) => {
      const filters = page.getByRole('search')
      await filters.getByRole('button', { name: 'Decided', exact: true }).click()
    },
    shows: button('Last week'),
  },
  {
    name: 'settings-health',
    path: '/settings/health',
    as: ADMIN,
    stage: stubHealth,
    shows: button('Test all'),
  },
  {
    name: 'connections-status',
    path: '/connections',
    as: STAFF,
    shows: (page) => page.getByRole('button', { name: /onnect QuickBooks$/ }),
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
    name: 'qbo-callback-error',
    path: '/auth/qbo/redirect',
    shows: heading('QuickBooks Authentication Error'),
  },
  {
    name: 'mail-relay',
    path: '/mail-relay',
    as: ADMIN,
    stage: stubRelay,
    shows: (page) => page.getByRole('table', { name: 'Recent messages' }),
  },
  {
    name: 'mail-relay-password',
    path: '/mail-relay',
    as: ADMIN,
    stage: stubRelay,
    act: async (page) => {
      await button('Add device')(page).click()
      const dialog = page.getByRole('dialog', { name: 'Add device' })
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Scanner, 2nd floor')
      await dialog.getByRole('button', { name: 'Add device' }).click()
    },
    shows: (page) => page.getByRole('dialog', { name: /^Set up/ }),
  },
  {
    name: 'mail-relay-first',
    path: '/mail-relay',
    as: STAFF,
    stage: stubNewRelay,
    shows: button('Connect a Gmail account'),
  },
  {
    name: 'mail-relay-add',
    path: '/mail-relay',
    as: ADMIN,
    stage: stubRelay,
    act: (page) => button('Add device')(page).click(),
    shows: (page) => page.getByRole('dialog', { name: 'Add device' }),
  },
  {
    name: 'gmail-callback-error',
    path: '/auth/gmail/redirect?error=access_denied',
    shows: heading('Gmail isn’t connected'),
  },
  {
    name: 'vendors-list',
    path: '/vendors',
    as: STAFF,
    shows: list('No vendor mappings yet.'),
  },
]
