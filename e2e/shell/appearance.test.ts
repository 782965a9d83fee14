// Every page, signed out and in: accessible in light and dark, and never wider than the screen.
import { expectAccessibleOnAllScreens } from '../support/accessible.ts'
import { test } from '../support/test.ts'
import { openView } from '../support/views/view.ts'
import { VIEWS } from '../support/views/views.ts'

for (const view of VIEWS) {
  test(`${view.name} is accessible and fits a small screen`, async ({ page, complaints }) => {
    if (view.complaint) complaints.allow(view.complaint)
    await openView(page, view)
    await expectAccessibleOnAllScreens(page, view.name)
  })
}
