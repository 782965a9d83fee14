// Every decline tells the customer that they weren't charged, and what to do next.
import { expect, it } from 'vitest'
import { CARD_DECLINES } from './card-declines.ts'
import { REFUSALS } from './paypal/paypal-refusals.ts'

const texts = [
  ...Object.values(CARD_DECLINES),
  ...new Set([...REFUSALS.values()].map(({ text }) => text)),
]

it.each(texts)('%s', (text) => {
  expect(text).toMatch(/\. You weren't charged( again)?\. (Try|Check|Pay|Choose|Press) /)
})
