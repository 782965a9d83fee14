import { expect, it } from 'vitest'
import { fileName } from './file-name.ts'

it('names a file after an invoice or a customer', () => {
  expect(fileName('Invoice 1008')).toBe('invoice-1008')
  expect(fileName('Café & Söhne, Inc.')).toBe('café-söhne-inc')
})
