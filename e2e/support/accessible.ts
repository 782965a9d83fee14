// What every page owes every visitor: no barrier that axe can find, and nothing cut off on a small screen.
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Zero violations of WCAG 2.2 AA and of axe's good practices in what is on the screen now. */
export const expectAccessible = async (page: Page, where = page.url()) => {
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze()
  const found = violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    at: nodes.map(({ target, failureSummary }) => `${target.join(' ')}\n${failureSummary}`),
  }))
  expect(found, `axe, ${where}`).toEqual([])
}

/** Nothing is wider than the screen, so nobody has to scroll sideways to read. */
export const expectNoOverflow = async (page: Page) => {
  const { wide, width } = await page.evaluate(() => {
    const { clientWidth } = document.documentElement
    const isWide = (element: Element) => element.getBoundingClientRect().right > clientWidth + 1
    const elements = [...document.body.querySelectorAll('*')].filter(isWide)
    const scrolls = document.documentElement.scrollWidth > clientWidth
    return {
      wide: scrolls ? elements.map((each) => each.outerHTML.slice(0, 120)) : [],
      width: clientWidth,
    }
  })
  expect(wide, `wider than ${width} px`).toEqual([])
}
