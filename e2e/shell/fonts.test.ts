// Pages use Inter, and fall back to the project's fonts, whatever fonts the machine has.
import { DEFAULT_FONT, WIDE_FONT } from '@invoice-desk/testing/browser/font-names'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'

/** The fonts Chromium actually uses for an element's text. */
const fontsOf = async (page: Page, selector: string): Promise<string[]> => {
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  return fonts.map(({ familyName }) => familyName)
}

test('the browser sees the fonts of the project and no others', async ({ page }) => {
  // A page whose font comes too late keeps the fallback, so the machine may need several loads.
  await expect
    .poll(async () => {
      await page.goto('/')
      return (await fontsOf(page, 'h1')).join()
    })
    .toContain('Inter')
  await page.evaluate(
    ([wide = '']) => {
      const samples = {
        liberation: 'Liberation Sans',
        noto: 'Noto Sans',
        arial: 'Arial',
        wide,
      }
      for (const [id, family] of Object.entries(samples)) {
        const sample = document.createElement('p')
        sample.id = id
        sample.textContent = 'Sample'
        sample.style.fontFamily = family
        document.body.append(sample)
      }
    },
    [WIDE_FONT],
  )
  // Text that isn't drawn yet has no font.
  const expectFont = (id: string, font: string) =>
    expect.poll(() => fontsOf(page, `#${id}`), id).toEqual([font])
  for (const id of ['liberation', 'noto', 'arial']) await expectFont(id, DEFAULT_FONT)
  await expectFont('wide', WIDE_FONT)
})
