// Tests how long and how much the cache of PDFs keeps.
import { expect, it } from 'vitest'
import { createPdfCache } from './pdf-cache.ts'

it('keeps a PDF for a minute', () => {
  let now = 0
  const cache = createPdfCache(() => now)
  cache.keep('a', Buffer.from('%PDF'))
  now = 59_999
  expect(cache.find('a')?.toString()).toBe('%PDF')
  now = 60_000
  expect(cache.find('a')).toBeUndefined()
})

it('drops the oldest when there are too many or they are too large', () => {
  const cache = createPdfCache(() => 0)
  for (let index = 0; index < 25; index += 1) cache.keep(`${index}`, Buffer.from('%PDF'))
  expect(cache.find('4')).toBeUndefined()
  expect(cache.find('5')).toBeDefined()
  const large = Buffer.alloc(15 * 1024 * 1024)
  cache.keep('large', large)
  cache.keep('larger', large)
  expect(cache.find('large')).toBeUndefined()
  expect(cache.find('larger')).toBe(large)
  cache.keep('too large', Buffer.alloc(21 * 1024 * 1024))
  expect(cache.find('too large')).toBeUndefined()
  expect(cache.find('larger')).toBe(large)
})
