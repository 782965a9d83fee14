// The human check of a new bill, which nobody sees until it fails.
import { addContractor } from '@invoice-desk/testing/contractor'
import { fillBill, openForm, openPortal, portal, setHumanCheck } from '../support/contractor.ts'
import { beginBill, expectKept, prepareForms } from '../support/new-bill.ts'
import { expect, test } from '../support/test.ts'

test.beforeEach(({ desk, complaints }) => prepareForms(desk, complaints))

test.describe('the human check', () => {
  test('that takes the contractor for a robot is told, and passes on the next try', async ({
    page,
    desk,
  }) => {
    await beginBill(page, desk)
    const { alert, toast, submit, row } = portal(page)
    // Toasts are heard because their place is there before them.
    const heard = page.locator('main ~ [aria-live="polite"]')
    await expect(heard).toBeAttached()
    await setHumanCheck(desk, 'low-score')
    await fillBill(page, { invoiceNumber: 'HUMAN' })
    await submit.click()
    const text = 'Failed to verify you are human. Please try again.'
    await expect(alert.filter({ hasText: text })).toBeVisible()
    await expect(heard.locator(toast)).toHaveText(text)
    await expect(toast.and(page.getByRole('alert'))).toBeVisible()
    await expectKept(page, 'HUMAN')
    await setHumanCheck(desk, 'pass')
    await submit.click()
    await expect(row('HUMAN')).toBeVisible()
    await expect(toast).toHaveText('Invoice submitted successfully!')
    await expect(toast.and(page.getByRole('status'))).toBeVisible()
  })

  test('whose script does not load is told, and is loaded on the next try', async ({
    page,
    desk,
  }) => {
    const person = await addContractor(desk)
    await openPortal(page, desk, person)
    await page.route('**/human-check/api.js*', (route) => route.abort())
    await openForm(page)
    await fillBill(page, { invoiceNumber: 'SCRIPT' })
    await portal(page).submit.click()
    const text = 'Failed to verify the human check. Please try again.'
    await expect(portal(page).alert.filter({ hasText: text })).toBeVisible()
    await page.unroute('**/human-check/api.js*')
    await portal(page).submit.click()
    await expect(portal(page).row('SCRIPT')).toBeVisible()
  })

  test('that cannot be asked by the server is told', async ({ page, desk }) => {
    await beginBill(page, desk)
    await desk.addFault({ provider: 'human-check', match: 'siteverify', mode: 'error', times: 9 })
    await fillBill(page, { invoiceNumber: 'DOWN' })
    await portal(page).submit.click()
    const text = 'Failed to verify the human check. Please try again.'
    await expect(portal(page).alert.filter({ hasText: text })).toBeVisible()
    await expectKept(page, 'DOWN')
  })

  test('is not loaded for whoever only looks at bills', async ({ page, desk }) => {
    const asked: string[] = []
    page.on('request', (request) => void asked.push(request.url()))
    const person = await addContractor(desk)
    await openPortal(page, desk, person)
    expect(asked.filter((url) => url.includes('/human-check/'))).toEqual([])
    const script = page.waitForRequest(/human-check\/api\.js\?render=sandbox-site-key/)
    await openForm(page)
    await script
  })
})
