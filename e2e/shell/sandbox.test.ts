// The sandbox's own pages are part of what a newcomer sees: no barrier, and nothing cut off on a phone.
import { expectAccessible, expectNoOverflow } from '../support/accessible.ts'
import { LOOKS, takeLook } from '../support/looks.ts'
import { openSandboxPage, SANDBOX_PAGES } from '../support/sandbox-pages.ts'
import { test } from '../support/test.ts'

/** Both schemes and both widths, each once. */
const CHOSEN = LOOKS.filter(({ width, scheme }) => width < 480 === (scheme === 'dark'))

test('the pages of the sandbox have no barrier and fit a small screen', async ({
  page,
  desk,
  complaints,
}) => {
  test.slow()
  // A mail may run no script, not even the one that looks for barriers.
  complaints.allow(/Blocked script execution in .*\/mail\/messages/)
  for (const each of SANDBOX_PAGES) {
    await openSandboxPage(page, desk, each)
    for (const look of CHOSEN) {
      await takeLook(page, look)
      await expectAccessible(page, `${each.name}, ${look.width} px, ${look.scheme}`)
    }
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoOverflow(page)
  }
})
