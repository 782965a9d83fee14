// Checks the view that a test shows: accessible in light and dark, and never wider than the screen.
import {
  listTightHeadings,
  listWideElements,
  RULES,
  SMALL_SCREENS,
  setFont,
} from '@invoice-desk/testing/browser/appearance'
import { WIDE_FONT } from '@invoice-desk/testing/browser/font-names'
import axe from 'axe-core'
import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'

const DESKTOP = { width: 1280, height: 800 }

/** No violations on the current screen. A dialog is checked without the page behind it, which other tests check. */
export const expectAccessible = async (where = location.pathname) => {
  const dialog = [...document.querySelectorAll('[aria-modal="true"]')].at(-1)
  const { violations } = await axe.run(dialog ?? document, {
    runOnly: [...RULES],
    resultTypes: ['violations'],
    preload: false,
  })
  const found = violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    at: nodes.map(({ target, failureSummary }) => `${target.join(' ')}\n${failureSummary}`),
  }))
  expect(found, `axe, ${where}`).toEqual([])
}

/**
 * In light mode on desktop, and in dark mode on the narrowest phone; must fit both small screens. Ends in light mode on
 * desktop. `shown` is scrolled to the middle, where no bar covers a part of it.
 */
export const expectAccessibleOnAllScreens = async (where?: string, shown?: Locator) => {
  const check = async (scheme: 'light' | 'dark') => {
    document.documentElement.dataset.mantineColorScheme = scheme
    shown?.element().scrollIntoView({ block: 'center' })
    await expectAccessible(`${where ?? location.pathname}, ${scheme}`)
  }
  if (innerWidth !== DESKTOP.width) await page.viewport(DESKTOP.width, DESKTOP.height)
  await check('light')
  setFont(WIDE_FONT)
  for (const { width, height } of SMALL_SCREENS) {
    await page.viewport(width, height)
    await expect.poll(listWideElements, { message: `wider than ${width} px` }).toEqual([])
    expect(listTightHeadings(), 'headings whose lines touch').toEqual([])
  }
  setFont('')
  await check('dark')
  document.documentElement.dataset.mantineColorScheme = 'light'
  await page.viewport(DESKTOP.width, DESKTOP.height)
}
