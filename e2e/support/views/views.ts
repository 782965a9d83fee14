// Every page in its important states, for accessibility checks and screenshots.
import { IDENTITY_VIEWS } from './identity.ts'
import { PAYMENT_VIEWS } from './payments.ts'
import { PUBLIC_VIEWS } from './public.ts'
import { STAFF_VIEWS } from './staff.ts'
import type { View } from './view.ts'

export const ALL_VIEWS: readonly View[] = [
  ...IDENTITY_VIEWS,
  ...STAFF_VIEWS,
  ...PAYMENT_VIEWS,
  ...PUBLIC_VIEWS,
]

const CHECKED = ALL_VIEWS.filter((view) => !view.isPictureOnly)

/** The views to check, each with those that follow on the same page. */
export const CHECKED_PAGES = CHECKED.filter(({ isNext }) => !isNext).map((first) => {
  const rest = CHECKED.slice(CHECKED.indexOf(first) + 1)
  const end = rest.findIndex(({ isNext }) => !isNext)
  return { first, next: end === -1 ? rest : rest.slice(0, end) }
})
