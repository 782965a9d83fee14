// The pages whose journeys don't check it: accessible in light and dark, and never wider than the screen.
import { expectAccessibleOnAllScreens } from '../support/accessible.ts'
import { test } from '../support/test.ts'
import { openView, showView } from '../support/views/view.ts'
import { CHECKED_PAGES } from '../support/views/views.ts'

for (const { first, next } of CHECKED_PAGES) {
  const names = [first, ...next].map(({ name }) => name).join(', ')
  test(`accessible, and fits a small screen: ${names}`, async ({ page, complaints }) => {
    for (const { complaint } of [first, ...next]) if (complaint) complaints.allow(complaint)
    await openView(page, first)
    await expectAccessibleOnAllScreens(page, first.name)
    for (const view of next) {
      await showView(page, view)
      await expectAccessibleOnAllScreens(page, view.name)
    }
  })
}
