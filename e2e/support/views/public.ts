// Other pages for everyone.
import type { Page } from '@playwright/test'
import { heading, list, type View } from './view.ts'

const followLink = (name: string) => (page: Page) =>
  page.getByRole('contentinfo').getByRole('link', { name }).click()

export const PUBLIC_VIEWS: readonly View[] = [
  {
    name: 'submit-invoice-verify',
    isPictureOnly: true,
    path: '/submit-invoice',
    shows: (page) => page.getByRole('heading', { name: 'Verify Your Email' }),
  },
  {
    name: 'amazon-transactions-list',
    isPictureOnly: true,
    path: '/amazon-transactions',
    shows: list('No transactions found.'),
  },
  {
    name: 'privacy-public',
    isPictureOnly: true,
    path: '/privacy',
    shows: heading('Privacy Policy'),
  },
  {
    name: 'eula-public',
    isPictureOnly: true,
    path: '/eula',
    act: followLink('License'),
    shows: heading('End-User License Agreement'),
  },
  {
    name: 'terms-public',
    isPictureOnly: true,
    path: '/terms',
    act: followLink('Terms'),
    shows: heading('Terms of Service'),
  },
  {
    name: 'not-found-public',
    isPictureOnly: true,
    path: '/no-such-page',
    shows: heading('Page Not Found'),
    complaint: /status of 404/,
  },
]
