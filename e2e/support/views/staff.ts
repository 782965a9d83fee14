// Pages for staff: approval, vendors, connections, and failed jobs.
import { filling, OLD_COPY, stubCopy } from '../copy-stubs.ts'
import { stubFailedJob } from '../failed-jobs.ts'
import { STAFF } from '../people.ts'
import { button, heading, list, type View } from './view.ts'

export const STAFF_VIEWS: readonly View[] = [
  {
    name: 'overview-cards',
    path: '/overview',
    as: STAFF,
    shows: (page) => page.locator('.recharts-wrapper').first(),
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
    name: 'jobs-empty',
    isPictureOnly: true,
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
    name: 'connections-status',
    path: '/connections',
    as: STAFF,
    shows: (page) => page.getByRole('button', { name: /onnect QuickBooks$/ }),
  },
  {
    name: 'connections-filling',
    isPictureOnly: true,
    path: '/connections',
    as: STAFF,
    stage: (page) => stubCopy(page, filling(112_400)),
    shows: (page) => page.getByRole('progressbar'),
  },
  {
    name: 'connections-old',
    isPictureOnly: true,
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
    name: 'vendors-list',
    isPictureOnly: true,
    path: '/vendors',
    as: STAFF,
    shows: list('No vendor mappings yet.'),
    // Until QuickBooks is connected, its accounts can't be listed.
    complaint: /status of 409/,
  },
]
