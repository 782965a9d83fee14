// Pictures of every page into docs/screenshots, light and dark, for a desk and for a phone.
// Arguments choose views by a part of their name; without any, all are taken.
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromiumLaunch } from '@invoice-desk/testing/browser/launch'
import { chromium, type Page } from '@playwright/test'
import { startDesk } from './support/desk.ts'
import { LOOKS, takeLook } from './support/looks.ts'
import { STORIES, type Story } from './support/stories.ts'
import { openView, VIEWS } from './support/views.ts'

const FOLDER = fileURLToPath(new URL('../docs/screenshots/', import.meta.url))

const FRAME_DRAWN_MS = 1_200
const ATTEMPTS = 4

const wanted = process.argv.slice(2)
const stories: readonly Story[] = [
  ...VIEWS.map((view) => ({ name: view.name, open: (page: Page) => openView(page, view) })),
  ...STORIES,
]
const chosen = stories.filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
)

/** Outside of a test, an expectation waits only a few seconds, which a busy machine may exceed. */
const openPatiently = async (page: Page, { open }: Story) => {
  for (let left = ATTEMPTS - 1; left > 0; left -= 1) {
    try {
      return await open(page, desk)
    } catch {
      await page.context().clearCookies()
    }
  }
  return open(page, desk)
}

/** Frames of other origins and of the PDF viewer draw by themselves, and only where they have been in view. */
const showFrames = async (page: Page) => {
  for (const frame of await page.locator('iframe:visible').all()) {
    await frame.scrollIntoViewIfNeeded()
    await page.waitForTimeout(FRAME_DRAWN_MS)
  }
}

const takePictures = async (page: Page, story: Story) => {
  await openPatiently(page, story)
  for (const look of LOOKS) {
    await takeLook(page, look)
    const path = `${FOLDER}${story.name}-${look.width}-${look.scheme}.png`
    await showFrames(page)
    // The form of a payment is what its picture is about; any other page is seen from its top.
    if (!(await page.getByTitle('Secure card').isVisible())) {
      await page.evaluate(() => window.scrollTo(0, 0))
    }
    // A dialog and a bar at the foot of a phone belong to what is in view, not to the whole length of the page.
    const isPhone = look.width < 480
    const held = isPhone ? '[role="dialog"], [data-foot-bar]' : '[role="dialog"]'
    const fullPage = (await page.locator(held).count()) === 0
    await page.screenshot({ path, fullPage, animations: 'disabled' })
  }
}

await mkdir(FOLDER, { recursive: true })
const desk = await startDesk({ samples: true })
const browser = await chromium.launch(chromiumLaunch())
try {
  for (const [index, story] of chosen.entries()) {
    const context = await browser.newContext({
      baseURL: desk.url,
      extraHTTPHeaders: { 'x-forwarded-for': `10.1.0.${index + 1}` },
      locale: 'en-US',
      timezoneId: 'America/New_York',
      reducedMotion: 'reduce',
    })
    // One that cannot be taken does not cost the others.
    try {
      await takePictures(await context.newPage(), story)
      console.log(`${story.name}: ${LOOKS.length} pictures`)
    } catch (error) {
      process.exitCode = 1
      console.error(`${story.name}: ${error instanceof Error ? error.message : error}`)
    }
    await context.close()
  }
} finally {
  await browser.close()
  await desk.close()
}
