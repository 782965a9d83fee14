import { expect, it } from 'vitest'
import { undisguised } from './undisguised.ts'

it.each([
  ['a direction override', 'invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['a direction isolate', 'A\u2066B\u2069', 'AB'],
  ['direction marks', '\u200eA\u200fB\u061c', 'AB'],
  ['what has no width', 'INV\u200b-\u2060\ufeff7', 'INV-7'],
  ['joiners between letters that do not join', '\u200dINV\u200d-\u200c7', 'INV-7'],
  ['a soft hyphen and a filler', 'A\u00adB\u3164', 'AB'],
  ['hidden tags', 'A\u{e0041}\u{e0042}', 'A'],
  ['unusual line breaks', 'A\u2028B\u2029C', 'A\nB\nC'],
])('drops %s', (_what, text, expected) => {
  expect(undisguised(text)).toBe(expected)
})

it.each([
  ['emoji of several', '👩‍👩‍👧 and 🏳️‍🌈 done ✔️'],
  ['Persian', 'می‌خواهم'],
  ['Hindi', 'क्‍ष'],
  ['Hebrew', 'שלום 123'],
  ['accents and keycaps', 'Zoë & Søn, 1️⃣'],
  ['line breaks and tabs', 'a\r\n\tb'],
])('keeps %s', (_what, text) => {
  expect(undisguised(text)).toBe(text)
})
