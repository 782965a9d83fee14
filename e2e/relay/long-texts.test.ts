// The mail relay's page with long texts, and with the keyboard only.
import { expectNoOverflow } from '../support/accessible.ts'
import { press } from '../support/keyboard.ts'
import { openRelay, partsOf } from '../support/relay.ts'
import { stubLongRelay } from '../support/relay-stubs.ts'
import { expect, test } from '../support/test.ts'

const WIDTHS = [390, 768, 1280]

test('is never wider than the screen, and keeps focus when a button goes away', async ({
  page,
}) => {
  await stubLongRelay(page)
  await openRelay(page)
  const again = page.getByRole('button', { name: /^Send again/ })
  await expect(again).toBeVisible()
  await expect(page.getByRole('button', { name: /^Edit/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Send test/ })).toBeHidden()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoOverflow(page)
    // A table can scroll in its frame, but this one never needs to.
    const table = page.getByRole('table')
    const hidden = await table.evaluate(
      ({ scrollWidth, parentElement }) => scrollWidth - (parentElement?.clientWidth ?? 0),
    )
    expect(hidden, `${width} px`).toBeLessThanOrEqual(0)
  }

  await press(page, again)
  await expect(partsOf(page).message('Super')).toContainText('Waiting')
  await expect(page.getByRole('heading', { name: 'Recent messages' })).toBeFocused()
})
