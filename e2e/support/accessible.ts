// What every page owes every visitor: no barrier that axe can find, and nothing cut off on a small screen.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { WIDE_FONT } from '@invoice-desk/testing/browser/fonts'
import { expect, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { CHECKED_LOOKS, takeLook } from './looks.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Zero violations of WCAG 2.2 AA and of axe's good practices in what is on the screen now. */
export const expectAccessible = async (page: Page, where = page.url()) => {
  const found = (await findViolations(page)).map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    at: nodes.map(({ target, failureSummary }) => `${target.join(' ')}\n${failureSummary}`),
  }))
  expect(found, `axe, ${where}`).toEqual([])
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
// Frames of other origins, such as a card field, are looked into as well.
const LOAD_AXE = `${AXE}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`
// No rule we use needs the style sheets or media that `preload` would fetch.
const RUN_AXE = `axe.run(${JSON.stringify({ runOnly: RULES, resultTypes: ['violations'], preload: false })})`

/** Loads axe once a document and not once a check, which is several times quicker. */
const findViolations = async (page: Page): Promise<AxeResults['violations']> => {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(LOAD_AXE)
  }
  return page.evaluate(`${RUN_AXE}.then(({ violations }) => violations)`)
}

/** The narrowest screen, and a desk's screen at twice the size. */
const SMALL_SCREENS = [
  { width: 320, height: 640 },
  { width: 640, height: 400 },
]

/** The page as it is now, on a desk and on a phone, light and dark: no violations, and it fits small screens. */
export const expectGoodLooks = async (page: Page, where: string) => {
  for (const look of CHECKED_LOOKS) {
    await takeLook(page, look)
    await expectAccessible(page, `${where}, ${look.width} px, ${look.scheme}`)
  }
  await expectFitsSmallScreens(page)
}

/** In one of the widest fonts that people have. */
export const expectFitsSmallScreens = async (page: Page) => {
  await page.evaluate(setFont, WIDE_FONT)
  for (const size of SMALL_SCREENS) {
    await page.setViewportSize(size)
    await expectNoOverflow(page)
    expect(await page.evaluate(listTightHeadings), 'headings whose lines touch').toEqual([])
  }
  await page.evaluate(setFont, '')
}

/** Runs in the page, whose content policy forbids a style element. */
const setFont = (family: string) => {
  const sheet = new CSSStyleSheet()
  if (family) sheet.replaceSync(`:not(pre, code) { font-family: '${family}' !important }`)
  document.adoptedStyleSheets = [sheet]
}

/** Nothing is wider than the screen, so no one has to scroll sideways to read. A page may need a moment after a resize. */
export const expectNoOverflow = async (page: Page) => {
  const { width } = page.viewportSize() ?? {}
  await expect.poll(() => page.evaluate(listWideElements), `wider than ${width} px`).toEqual([])
}

const listTightHeadings = (): string[] =>
  [...document.querySelectorAll('h1, h2, h3')]
    .filter((heading) => {
      const { fontSize, lineHeight } = getComputedStyle(heading)
      return Number.parseFloat(lineHeight) < 1.2 * Number.parseFloat(fontSize) - 0.1
    })
    .map(({ textContent }) => textContent)

const listWideElements = (): string[] => {
  const { clientWidth, scrollWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  const isWide = (element: Element) => element.getBoundingClientRect().right > clientWidth + 1
  const wide = [...document.body.querySelectorAll('*')].filter(isWide)
  return wide.map((element) => element.outerHTML.slice(0, 120))
}
