// Other pages for everyone.
import { heading, list, type View } from './view.ts'

export const PUBLIC_VIEWS: readonly View[] = [
  {
    name: 'submit-invoice-verify',
    path: '/submit-invoice',
    shows: (page) => page.getByRole('heading', { name: 'Verify Your Email' }),
  },
  {
    name: 'amazon-transactions-list',
    isPictureOnly: true,
    path: '/amazon-transactions',
    shows: list('No transactions found.'),
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
