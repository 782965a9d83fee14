// The variants in which pages are checked: light and dark, desktop and phone.
import { expect, type Page } from '@playwright/test'

export const SCREENS = [
  { width: 1280, height: 800, scheme: 'light' },
  { width: 1280, height: 800, scheme: 'dark' },
  { width: 390, height: 844, scheme: 'light' },
  { width: 390, height: 844, scheme: 'dark' },
] as const

/** Each width and each scheme once; the markup is the same in the other two. */
export const CHECKED_SCREENS = SCREENS.filter(
  ({ width, scheme }) => width < 480 === (scheme === 'dark'),
)

const SCHEME = 'data-mantine-color-scheme'

export type Screen = (typeof SCREENS)[number]

export const setScreen = async (page: Page, { width, height, scheme }: Screen) => {
  await page.setViewportSize({ width, height })
  const html = page.locator('html')
  await page.emulateMedia({ colorScheme: scheme })
  // The sandbox's pages follow the system without this attribute.
  if (!(await html.getAttribute(SCHEME))) return
  await expect(html).toHaveAttribute(SCHEME, scheme)
}
