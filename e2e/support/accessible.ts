// Checks that a page has no accessibility violations and fits small screens.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import {
  listTightHeadings,
  listWideElements,
  RULES,
  SMALL_SCREENS,
  setFont,
} from '@invoice-desk/testing/browser/appearance'
import { WIDE_FONT } from '@invoice-desk/testing/browser/font-names'
import { expect, type Locator, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { CHECKED_SCREENS, SCREENS, setScreen } from './screens.ts'

/** No violations of WCAG 2.2 AA or axe's best practices on the current screen. */
export const expectAccessible = async (page: Page, where = page.url()) => {
  const found = (await findViolations(page)).map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    at: nodes.map(({ target, failureSummary }) => `${target.join(' ')}\n${failureSummary}`),
  }))
  expect(found, `axe, ${where}`).toEqual([])
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
// Checks frames of other origins too, such as the card field.
const LOAD_AXE = `${AXE}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`
// No rule we use needs the style sheets or media that `preload` would fetch.
const RUN_AXE = `axe.run(${JSON.stringify({ runOnly: RULES, resultTypes: ['violations'], preload: false })})`

/** Loads axe once per document, which is several times faster than once per check. */
const findViolations = async (page: Page): Promise<AxeResults['violations']> => {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(LOAD_AXE)
  }
  return page.evaluate(`${RUN_AXE}.then(({ violations }) => violations)`)
}

/**
 * Checks the current page on desktop and phone, light and dark, and on small screens. Ends on desktop. `shown` is scrolled
 * to the middle, where no bar covers a part of it.
 */
export const expectAccessibleOnAllScreens = async (page: Page, where: string, shown?: Locator) => {
  for (const screen of CHECKED_SCREENS) {
    await setScreen(page, screen)
    await shown?.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await expectAccessible(page, `${where}, ${screen.width} px, ${screen.scheme}`)
  }
  await expectFitsSmallScreens(page)
  await setScreen(page, SCREENS[0])
}

/** With one of the widest fonts in use. */
export const expectFitsSmallScreens = async (page: Page) => {
  await page.evaluate(setFont, WIDE_FONT)
  for (const size of SMALL_SCREENS) {
    await page.setViewportSize(size)
    await expectNoOverflow(page)
    expect(await page.evaluate(listTightHeadings), 'headings whose lines touch').toEqual([])
  }
  await page.evaluate(setFont, '')
}

/** Nothing is wider than the screen. Polls, because a page may need a moment after a resize. */
const expectNoOverflow = async (page: Page) => {
  const { width } = page.viewportSize() ?? {}
  await expect.poll(() => page.evaluate(listWideElements), `wider than ${width} px`).toEqual([])
}
