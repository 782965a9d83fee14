// The static HTML shown before the app has loaded.
import { holdRequests } from '../support/hold.ts'
import { expect, test } from '../support/test.ts'

test('is readable before any script has loaded, and is replaced even in a background tab', async ({
  browser,
  desk,
}) => {
  const page = await browser.newPage({ baseURL: desk.url })
  // A background tab renders no frames; all other journeys do.
  await page.addInitScript(() => {
    window.requestAnimationFrame = () => 0
  })
  const release = await holdRequests(page, '**/assets/*.js')
  await page.goto('/pay-invoice', { waitUntil: 'domcontentloaded' })
  await expect(page.getByRole('heading', { name: 'Pay Invoice' })).toBeVisible()
  await expect(page.getByText('by its number and date')).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  release()
  await expect(page.getByRole('textbox', { name: 'Invoice Number' })).toBeVisible()
  await page.close()
})
