import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CARD_METHODS } from '@invoice-desk/contract/payment-methods'
import { expect, it } from 'vitest'

it.each(CARD_METHODS)('%s has a card field', (method) => {
  expect(existsSync(join(import.meta.dirname, 'card-fields', `${method}.tsx`))).toBe(true)
})
