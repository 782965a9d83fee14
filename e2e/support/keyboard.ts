// Using a page with the keyboard only.
import { expect, type Locator, type Page } from '@playwright/test'

const STEPS_MAX = 40

/** Presses Tab until the target has focus, even inside a frame. */
export const tabTo = async (page: Page, target: Locator) => {
  await expect(target).toBeAttached()
  for (let step = 0; step < STEPS_MAX; step += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return
  }
  throw new Error(`Tab doesn't reach ${target} in ${STEPS_MAX} presses`)
}

export const press = async (page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter') => {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

export const type = async (page: Page, target: Locator, text: string) => {
  await tabTo(page, target)
  await page.keyboard.type(text)
}

/** A date as typed into a date field: month, day, year. */
export const typedDay = (day: string): string => {
  const [year = '', month = '', date = ''] = day.split('-')
  return month + date + year
}
