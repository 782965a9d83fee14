// Other pages for everyone.
import type { InvitationState } from '@invoice-desk/contract/vendors/vendor-details'
import type { Page } from '@playwright/test'
import { button, heading, list, type View } from './view.ts'

const followLink = (name: string) => (page: Page) =>
  page.getByRole('contentinfo').getByRole('link', { name }).click()

/** What an invitation link leads to. */
const stubDetails =
  (opened: { state: InvitationState; reason?: string }) =>
  (page: Page): Promise<unknown> =>
    page.route('**/api/vendor-details/open', (route) =>
      route.fulfill({ json: { ...INVITATION, ...opened } }),
    )

const INVITATION = {
  email: 'jordan@reyes.example',
  name: 'Reyes Carpentry',
  expiresAt: '2026-12-01T20:00:00.000Z',
  details: {
    legalName: 'Jordan Reyes',
    businessName: 'Reyes Carpentry',
    classification: 'individual',
    address: { line1: '118 Waterfront Road', city: 'Astoria', state: 'OR', zipCode: '97103' },
    ...{ taxIdType: 'SSN', taxIdLast4: '6789', signedBy: 'Jordan Reyes' },
    submittedAt: '2026-11-17T19:20:00.000Z',
  },
}

export const PUBLIC_VIEWS: readonly View[] = [
  {
    name: 'submit-invoice-verify',
    path: '/submit-invoice',
    shows: (page) => page.getByRole('heading', { name: 'Verify Your Email' }),
  },
  {
    name: 'vendor-details-form',
    path: '/vendor-details?token=sample',
    stage: stubDetails({ state: 'sent_back', reason: 'The name and the number don’t match.' }),
    act: (page) => button('Continue')(page).click(),
    shows: (page) => page.getByText('The tax ID is required.'),
  },
  {
    name: 'vendor-details-sent',
    path: '/vendor-details?token=sample',
    stage: stubDetails({ state: 'submitted' }),
    shows: button('Correct your details'),
  },
  {
    name: 'amazon-transactions-list',
    path: '/amazon-transactions',
    shows: list('No transactions found.'),
  },
  {
    name: 'privacy-public',
    path: '/privacy',
    shows: heading('Privacy Policy'),
  },
  {
    name: 'eula-public',
    path: '/eula',
    act: followLink('License'),
    shows: heading('End-User License Agreement'),
  },
  {
    name: 'terms-public',
    path: '/terms',
    act: followLink('Terms'),
    shows: heading('Terms of Service'),
  },
  {
    name: 'not-found-public',
    path: '/no-such-page',
    shows: heading('Page Not Found'),
  },
]
