// "Refresh now" on a page that shows QuickBooks data.
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openPage } from '../../../../test/open-page.tsx'
import { readyCopy } from '../../../../test/quickbooks.ts'

it('reads the lists of the page again after a refresh', async () => {
  const lists = ['GET /api/cup/vendors', 'GET /api/qbo/list-bill-accounts']
  const { sent } = await openPage('/vendors', {
    answers: {
      'GET /api/cup/vendors': { vendors: [], total: 0, page: 1, pageSize: 50, marks: 'known' },
      'GET /api/qbo/list-bill-accounts': [{ id: '1', name: 'Rent', fullyQualifiedName: 'Rent' }],
      'GET /api/saved-views': { views: [] },
      'GET /api/vendors/invitations': { invitations: [], total: 0, toReview: 0 },
      'GET /api/qbo/copy': readyCopy(7),
      'POST /api/qbo/copy': readyCopy(0),
    },
  })
  await expect.element(page.getByText('QuickBooks data as of 7 minutes ago')).toBeVisible()
  const before = sent.length
  await page.getByRole('button', { name: 'Refresh now' }).click()
  await expect.element(page.getByText('QuickBooks data as of a moment ago')).toBeVisible()
  await expect
    .poll(() => sent.slice(before).map(({ name }) => name))
    .toEqual(expect.arrayContaining(lists))
})
