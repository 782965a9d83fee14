// Tests how long the URL of a file stays the same, and how long it works.
import { expect, it } from 'vitest'
import { createFileLinks } from './file-links.ts'

const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const HOUR_MS = 3_600_000
const MORNING = Date.parse('2026-03-02T00:00:00Z')
const [FILE, OTHER] = [
  '5f0c9a52-0d2c-4f0e-9d0e-1f2a3b4c5d6e',
  '6a1d0b63-1e3d-4a1f-8e1f-2a3b4c5d6e7f',
]

const linksOf = (current: Buffer, ...previous: Buffer[]) =>
  createFileLinks({ publicUrl: 'https://desk.example', keyring: { current, previous } })
const sealedIn = (url: string): string => new URL(url).searchParams.get('file') ?? ''

it('is the same for half a day, and different for each file', () => {
  const { urlOf } = linksOf(first)
  const hours = Array.from({ length: 12 }, (_, hour) => urlOf(FILE, MORNING + hour * HOUR_MS))
  expect(new Set(hours).size).toBe(1)
  expect(linksOf(first).urlOf(FILE, MORNING)).toBe(hours[0])
  expect(urlOf(FILE, MORNING + 12 * HOUR_MS)).not.toBe(hours[0])
  expect(urlOf(OTHER, MORNING)).not.toBe(hours[0])
  expect(hours[0]).not.toContain(FILE)
})

it('opens its file for at least 12 hours and at most 24', () => {
  const { urlOf, fileOf } = linksOf(first)
  for (const shownAt of [MORNING, MORNING + 5 * HOUR_MS, MORNING + 12 * HOUR_MS - 1]) {
    const sealed = sealedIn(urlOf(FILE, shownAt))
    expect(fileOf(sealed, shownAt + 12 * HOUR_MS)).toBe(FILE)
    expect(fileOf(sealed, MORNING + 24 * HOUR_MS - 1)).toBe(FILE)
    expect(fileOf(sealed, MORNING + 24 * HOUR_MS)).toBeUndefined()
  }
})

it('works after a key change while the old key is still set', () => {
  const sealed = sealedIn(linksOf(first).urlOf(FILE))
  expect(linksOf(second, first).fileOf(sealed)).toBe(FILE)
  expect(linksOf(second).fileOf(sealed)).toBeUndefined()
  expect(linksOf(second, first).urlOf(FILE)).toBe(linksOf(second).urlOf(FILE))
})
