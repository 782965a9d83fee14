// The ways a page is looked at: light and dark, on a desk and on a phone.
import { expect, type Page } from '@playwright/test'

export const LOOKS = [
  { width: 1280, height: 800, scheme: 'light' },
  { width: 1280, height: 800, scheme: 'dark' },
  { width: 390, height: 844, scheme: 'light' },
  { width: 390, height: 844, scheme: 'dark' },
] as const

export type Look = (typeof LOOKS)[number]

export const takeLook = async (page: Page, { width, height, scheme }: Look) => {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme: scheme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
}
