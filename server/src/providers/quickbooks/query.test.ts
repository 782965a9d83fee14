// Tests that no value can break out of its quotes.
import { expect, it } from 'vitest'
import { is, isOneOf, quote } from './query.ts'

it.each([
  ['plain', "'plain'"],
  ["O'Malley", "'O\\'Malley'"],
  ['back\\slash', "'back\\\\slash'"],
  ["\\'", "'\\\\\\''"],
  ['', "''"],
  ['100% 🧾 "x"', '\'100% 🧾 "x"\''],
])('quotes %j', (text, quoted) => {
  expect(quote(text)).toBe(quoted)
})

it('builds conditions', () => {
  expect(is('DisplayName', "a'b")).toBe("DisplayName = 'a\\'b'")
  expect(isOneOf('Id', ['1', '2'])).toBe("Id IN ('1', '2')")
})
