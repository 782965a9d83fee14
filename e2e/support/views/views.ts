// Every page in its important states, for screenshots.
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
