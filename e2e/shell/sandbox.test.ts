// The sandbox's pages are accessible and never wider than a phone's screen.
import type { Page } from '@playwright/test'
import { expectAccessible, expectFitsSmallScreens } from '../support/accessible.ts'
import { openSandboxPage, SANDBOX_PAGES } from '../support/sandbox-pages.ts'
import { CHECKED_SCREENS, setScreen } from '../support/screens.ts'
import { test } from '../support/test.ts'

/** Other journeys leave hundreds of rows, which axe would check one by one. */
const shortenLists = (page: Page) =>
  page.evaluate((max) => {
    for (const list of document.querySelectorAll('tbody, ul, ol')) {
      for (const row of [...list.children].slice(max)) row.remove()
    }
  }, ROWS_MAX)

const ROWS_MAX = 10

test('the sandbox’s pages are accessible and fit a small screen', async ({
  page,
  desk,
  complaints,
}) => {
  // An email can't run scripts, so axe can't look inside it.
  complaints.allow(/Blocked script execution in .*\/mail\/messages/)
  for (const [index, each] of SANDBOX_PAGES.entries()) {
    await test.step(each.name, async () => {
      await openSandboxPage(page, desk, each)
      await shortenLists(page)
      // The pages share their styles, so each needs only one of the screens.
      const screen = CHECKED_SCREENS[index % CHECKED_SCREENS.length]
      if (screen) await setScreen(page, screen)
      await expectAccessible(page, each.name)
      await expectFitsSmallScreens(page)
    })
  }
})
