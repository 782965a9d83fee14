// What a visitor downloads for a page before it works.
import { BUDGETS, readPageSizes } from '../../bench/src/web/sizes.ts'
import { expect, test } from '../support/test.ts'

test('pages need no more script than they may', async () => {
  const sizes = await readPageSizes()
  const tooLarge = sizes.filter(({ path, script, scripts }) => {
    const budget = BUDGETS[path]
    return budget && (script > budget.kilobytes * 1_000 || scripts > budget.scripts)
  })
  expect(tooLarge).toEqual([])
})
