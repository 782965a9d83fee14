// Every page, signed out and in: no barrier in light or dark, on a desk or a phone, and nothing cut off.
import { expectAccessible, expectNoOverflow } from '../support/accessible.ts'
import { LOOKS, takeLook } from '../support/looks.ts'
import { test } from '../support/test.ts'
import { openView, VIEWS } from '../support/views.ts'

/** The narrowest screen, and a desk's screen at twice the size. */
const SMALL = [
  { width: 320, height: 640 },
  { width: 640, height: 400 },
]

for (const view of VIEWS) {
  test(`${view.name} has no barrier and fits a small screen`, async ({ page, complaints }) => {
    if (view.complaint) complaints.allow(view.complaint)
    await openView(page, view)
    for (const look of LOOKS) {
      await takeLook(page, look)
      await expectAccessible(page, `${view.name}, ${look.width} px, ${look.scheme}`)
    }
    for (const size of SMALL) {
      await page.setViewportSize(size)
      await expectNoOverflow(page)
    }
  })
}
