// What a visitor downloads for a page before it works.
import { beforeAll, expect, it } from 'vitest'
import { BUDGETS, readPageSizes } from '../../bench/src/web/sizes.ts'
import { buildPages } from '../lib/toolchain.mjs'

beforeAll(() => buildPages())

it('needs no more script than it may', async () => {
  const sizes = await readPageSizes()
  const tooLarge = sizes.filter(({ path, script, scripts }) => {
    const budget = BUDGETS[path]
    return budget && (script > budget.kilobytes * 1_000 || scripts > budget.scripts)
  })
  expect(tooLarge).toEqual([])
  expect(Object.keys(BUDGETS)).not.toEqual([])
})
