// Takes screenshots of all pages into docs/screenshots: light and dark, desktop and phone.
// Arguments filter pages by parts of their names.
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromiumLaunch } from '@invoice-desk/testing/browser/launch'
import { chromium, type Page } from '@playwright/test'
import { startDesk } from './support/desk.ts'
import { SCREENS, setScreen } from './support/screens.ts'
import { STORIES, type Story } from './support/stories.ts'
import { openView } from './support/views/view.ts'
import { ALL_VIEWS } from './support/views/views.ts'

const FOLDER = fileURLToPath(new URL('../docs/screenshots/', import.meta.url))

const FRAME_DRAWN_MS = 1_200
const ATTEMPTS = 4

const filters = process.argv.slice(2)
const stories: readonly Story[] = [
  ...ALL_VIEWS.map((view) => ({
    name: view.name,
    open: (page: Page) => openView(page, view),
  })),
  ...STORIES,
]
const chosen = stories.filter(
  ({ name }) => filters.length === 0 || filters.some((part) => name.includes(part)),
)

/** Outside of a test, expectations time out after a few seconds, which isn't enough on a busy machine. */
const openWithRetries = async (page: Page, { open }: Story) => {
  for (let left = ATTEMPTS - 1; left > 0; left -= 1) {
    try {
      return await open(page, desk)
    } catch {
      await page.context().clearCookies()
    }
  }
  return open(page, desk)
}

/** Frames of other origins and the PDF viewer render only once they have been in view. */
const showFrames = async (page: Page) => {
  for (const frame of await page.locator('iframe:visible').all()) {
    await frame.scrollIntoViewIfNeeded()
    await page.waitForTimeout(FRAME_DRAWN_MS)
  }
}

const takeScreenshots = async (page: Page, story: Story) => {
  await openWithRetries(page, story)
  for (const screen of SCREENS) {
    await setScreen(page, screen)
    const path = `${FOLDER}${story.name}-${screen.width}-${screen.scheme}.png`
    await showFrames(page)
    // The payment page is scrolled to its form; all other pages start at the top.
    if (!(await page.getByTitle('Secure card').isVisible())) {
      await page.evaluate(() => window.scrollTo(0, 0))
    }
    // Dialogs and the phone's bottom bar belong to the viewport, not to the full page.
    const isPhone = screen.width < 480
    const fixed = isPhone ? '[role="dialog"], [data-foot-bar]' : '[role="dialog"]'
    const fullPage = (await page.locator(fixed).count()) === 0
    await page.screenshot({ path, fullPage, animations: 'disabled' })
  }
}

await mkdir(FOLDER, { recursive: true })
const desk = await startDesk({ samples: true })
// Otherwise, QuickBooks would be too busy for some pages.
await desk.clearFaults()
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
    // A failed screenshot must not stop the others.
    try {
      await takeScreenshots(await context.newPage(), story)
      console.log(`${story.name}: ${SCREENS.length} screenshots`)
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
