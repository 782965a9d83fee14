// The sandbox's pages are accessible and never wider than a phone's screen.
import { expectAccessibleOnAllScreens } from '../support/accessible.ts'
import { openSandboxPage, SANDBOX_PAGES } from '../support/sandbox-pages.ts'
import { test } from '../support/test.ts'

test('the sandbox’s pages are accessible and fit a small screen', async ({
  page,
  desk,
  complaints,
}) => {
  // An email can't run scripts, so axe can't look inside it.
  complaints.allow(/Blocked script execution in .*\/mail\/messages/)
  for (const each of SANDBOX_PAGES) {
    await test.step(each.name, async () => {
      await openSandboxPage(page, desk, each)
      await expectAccessibleOnAllScreens(page, each.name)
    })
  }
})
