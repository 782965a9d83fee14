// Pictures of every page into docs/screenshots, light and dark, for a desk and for a phone.
// Arguments choose views by a part of their name; without any, all are taken.
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { chromiumLaunch } from './support/browser.ts'
import { startDesk } from './support/desk.ts'
import { LOOKS, takeLook } from './support/looks.ts'
import { openView, VIEWS } from './support/views.ts'

const FOLDER = fileURLToPath(new URL('../docs/screenshots/', import.meta.url))

const wanted = process.argv.slice(2)
const chosen = VIEWS.filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
)

await mkdir(FOLDER, { recursive: true })
const desk = await startDesk({ samples: true })
const browser = await chromium.launch(chromiumLaunch())
try {
  for (const [index, view] of chosen.entries()) {
    const context = await browser.newContext({
      baseURL: desk.url,
      extraHTTPHeaders: { 'x-forwarded-for': `10.1.0.${index + 1}` },
      locale: 'en-US',
      timezoneId: 'America/New_York',
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await openView(page, view)
    for (const look of LOOKS) {
      await takeLook(page, look)
      const path = `${FOLDER}${view.name}-${look.width}-${look.scheme}.png`
      // A dialog belongs to what is in view, not to the whole length of the page behind it.
      const fullPage = (await page.getByRole('dialog').count()) === 0
      await page.screenshot({ path, fullPage, animations: 'disabled' })
    }
    await context.close()
    console.log(`${view.name}: ${LOOKS.length} pictures`)
  }
} finally {
  await browser.close()
  await desk.close()
}
