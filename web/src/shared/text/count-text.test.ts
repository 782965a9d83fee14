import { expect, it } from 'vitest'
import { countText } from './count-text.ts'

it('counts invoices', () => {
  expect([countText(1), countText(1, 'open '), countText(1200, 'paid ')]).toEqual([
    '1 invoice',
    '1 open invoice',
    '1,200 paid invoices',
  ])
})
