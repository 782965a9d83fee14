// Where the keyboard's focus is: always visible, past the navigation on request, and at the heading of a new page.
import { BUSINESS } from '@invoice-desk/testing/people'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openPage } from '../../test/open-page.tsx'

const STOPS = 12

/** A card shows the focus ring for the link inside it. */
const hasRing = (): boolean => {
  const focused = document.activeElement
  return [focused, focused?.closest('li')].some(
    (element) => element && getComputedStyle(element).outlineStyle !== 'none',
  )
}

it('is visible at every stop, the first of which skips to the content', async () => {
  const skip = page.getByRole('link', { name: 'Skip to content' })
  const main = page.getByRole('main')
  await openPage('/', { as: null })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await userEvent.tab()
  await expect.element(skip).toHaveFocus()
  await expect.element(skip).toBeInViewport()
  for (let stop = 0; stop < STOPS; stop += 1) {
    expect(hasRing(), document.activeElement?.outerHTML).toBe(true)
    await userEvent.tab()
  }
  skip.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(main).toHaveFocus()
  await userEvent.tab()
  await expect.element(main.getByRole('link').first()).toHaveFocus()
})

it('moves to the heading of a new page, also on the way back', async () => {
  const privacy = page.getByRole('heading', { name: 'Privacy Policy' })
  await openPage('/', { as: null })
  await page.getByRole('link', { name: 'Privacy' }).click()
  await expect.element(privacy).toHaveFocus()
  await expect.poll(() => document.title).toBe(`Privacy Policy · ${BUSINESS}`)
  await page.getByRole('link', { name: 'License' }).click()
  await expect
    .element(page.getByRole('heading', { name: 'End-User License Agreement' }))
    .toHaveFocus()
  history.back()
  await expect.element(privacy).toHaveFocus()
})
