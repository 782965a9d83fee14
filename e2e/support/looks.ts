// The ways a page is looked at: light and dark, on a desk and on a phone.
import { expect, type Page } from '@playwright/test'

export const LOOKS = [
  { width: 1280, height: 800, scheme: 'light' },
  { width: 1280, height: 800, scheme: 'dark' },
  { width: 390, height: 844, scheme: 'light' },
  { width: 390, height: 844, scheme: 'dark' },
] as const

/** Both widths and both schemes, each once: the markup is the same in the other two. */
export const CHECKED_LOOKS = LOOKS.filter(
  ({ width, scheme }) => width < 480 === (scheme === 'dark'),
)

const SCHEME = 'data-mantine-color-scheme'

export type Look = (typeof LOOKS)[number]

export const takeLook = async (page: Page, { width, height, scheme }: Look) => {
  await page.setViewportSize({ width, height })
  const html = page.locator('html')
  await page.emulateMedia({ colorScheme: scheme })
  // The sandbox's pages follow the system without a mark.
  if (!(await html.getAttribute(SCHEME))) return
  await expect(html).toHaveAttribute(SCHEME, scheme)
}
