// Working through a list, a few items at the same time.
import { expect, it } from 'vitest'
import { forEachOf } from './for-each-of.ts'

it('works on every item once, and never on more than the given number at the same time', async () => {
  const [seen, atOnce]: [number[], number[]] = [[], []]
  let working = 0
  await forEachOf([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    working += 1
    seen.push(item)
    atOnce.push(working)
    await new Promise((resolve) => setTimeout(resolve, item))
    working -= 1
  })
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(Math.max(...atOnce)).toBe(3)
})
