// The invisible human check of a new bill.
import { addContractor } from '@invoice-desk/testing/contractor/contractors'
import { fillBill, openForm, openPortal, portal, setHumanCheck } from '../support/contractor.ts'
import { expectKept, prepareForms } from '../support/new-bill.ts'
import { expect, test } from '../support/test.ts'

test.beforeEach(({ desk, complaints }) => prepareForms(desk, complaints))

test('the human check loads with the form, reports failures, and passes on retry', async ({
  page,
  desk,
}) => {
  const requests: string[] = []
  page.on('request', (request) => void requests.push(request.url()))
  await openPortal(page, desk, await addContractor(desk))
  const { alert, toast, submit, row } = portal(page)
  // Screen readers announce toasts only if the live region exists before them.
  const liveRegion = page.locator('main ~ [aria-live="polite"]')

  await test.step('its script does not load', async () => {
    expect(requests.filter((url) => url.includes('/human-check/'))).toEqual([])
    await page.route('**/human-check/api.js*', (route) => route.abort())
    const script = page.waitForRequest(/human-check\/api\.js\?render=sandbox-site-key/)
    await openForm(page)
    await script
    await expect(liveRegion).toBeAttached()
    await fillBill(page, { invoiceNumber: 'HUMAN' })
    await submit.click()
    const text = 'Failed to verify the human check. Please try again.'
    await expect(alert.filter({ hasText: text })).toBeVisible()
    await page.unroute('**/human-check/api.js*')
  })

  await test.step('it mistakes the contractor for a bot', async () => {
    await setHumanCheck(desk, 'low-score')
    await submit.click()
    const text = 'Failed to verify you are human. Please try again.'
    await expect(alert.filter({ hasText: text })).toBeVisible()
    await expect(liveRegion.locator(toast)).toHaveText(text)
    await expect(toast.and(page.getByRole('alert'))).toBeVisible()
    await expectKept(page, 'HUMAN')
  })

  await setHumanCheck(desk, 'pass')
  await submit.click()
  await expect(row('HUMAN')).toBeVisible()
  await expect(toast).toHaveText('Invoice submitted successfully!')
  await expect(toast.and(page.getByRole('status'))).toBeVisible()
})
