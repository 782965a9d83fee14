// What a page shows before its app has come, and when the app comes.
import { holdRequests } from '../support/hold.ts'
import { expect, test } from '../support/test.ts'

test('can be read before any script of the app has come', async ({ browser, desk }) => {
  const page = await browser.newPage({ baseURL: desk.url })
  const letGo = await holdRequests(page, '**/assets/*.js')
  await page.goto('/pay-invoice', { waitUntil: 'domcontentloaded' })
  await expect(page.getByRole('heading', { name: 'Pay Invoice' })).toBeVisible()
  await expect(page.getByText('by its number and date')).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  letGo()
  await expect(page.getByRole('textbox', { name: 'Invoice Number' })).toBeVisible()
  await page.close()
})

test('gives way to the app also where nothing is drawn', async ({ page }) => {
  await page.addInitScript(() => {
    window.requestAnimationFrame = () => 0
  })
  await page.goto('/pay-invoice')
  await expect(page.getByRole('textbox', { name: 'Invoice Number' })).toBeVisible()
})
