// What a page shows before its app has loaded, and that it gives way to the app.
import { holdRequests } from '../support/hold.ts'
import { expect, test } from '../support/test.ts'

test('can be read before any script of the app has loaded, and gives way to it even where nothing is drawn', async ({
  browser,
  desk,
}) => {
  const page = await browser.newPage({ baseURL: desk.url })
  // A tab in the background draws no frames; every other journey has them.
  await page.addInitScript(() => {
    window.requestAnimationFrame = () => 0
  })
  const letGo = await holdRequests(page, '**/assets/*.js')
  await page.goto('/pay-invoice', { waitUntil: 'domcontentloaded' })
  await expect(page.getByRole('heading', { name: 'Pay Invoice' })).toBeVisible()
  await expect(page.getByText('by its number and date')).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  letGo()
  await expect(page.getByRole('textbox', { name: 'Invoice Number' })).toBeVisible()
  await page.close()
})
