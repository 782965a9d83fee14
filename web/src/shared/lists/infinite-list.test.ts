// Loading a list page by page.
import { describe, expect, it } from 'vitest'
import { hasShifted, isShort, joinPages, loadsOnScroll, nextPageNumber } from './infinite-list.ts'

const row = (id: string, name = id) => ({ id, name })
const part = (ids: string, total?: number) => ({ rows: [...ids].map((id) => row(id)), total })

describe('the next page', () => {
  it('follows until all rows are loaded', () => {
    expect(nextPageNumber([part('ab', 5)])).toBe(2)
    expect(nextPageNumber([part('ab', 5), part('cd', 5)])).toBe(3)
    expect(nextPageNumber([part('ab', 5), part('cd', 5), part('e', 5)])).toBeUndefined()
  })

  it('depends on the latest total', () => {
    expect(nextPageNumber([part('ab', 5), part('cd', 4)])).toBeUndefined()
    expect(nextPageNumber([part('ab', 4), part('cd', 5)])).toBe(3)
  })

  it('does not exist when the response has no total', () => {
    expect(nextPageNumber([part('ab')])).toBeUndefined()
  })

  it('does not exist after an empty page, whatever the total', () => {
    expect(nextPageNumber([part('ab', 5), part('', 5)])).toBeUndefined()
    expect(nextPageNumber([])).toBeUndefined()
  })
})

describe('the rows of all pages', () => {
  it('appear once each, even if one moved to the next page', () => {
    const { rows, total } = joinPages([part('ab', 3), part('bc', 4)])
    expect(rows.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect(total).toBe(4)
  })

  it('have their latest values', () => {
    const { rows } = joinPages([{ rows: [row('a', 'old')] }, { rows: [row('a', 'new')] }])
    expect(rows).toEqual([row('a', 'new')])
  })

  it('are counted when the response has no total', () => {
    expect(joinPages([part('abc')]).total).toBe(3)
    expect(joinPages([]).total).toBe(0)
  })

  it('are reloaded when the total changed between two pages', () => {
    expect(hasShifted([part('ab', 4), part('cd', 4)])).toBe(false)
    expect(hasShifted([part('ab', 5), part('de', 4)])).toBe(true)
    expect(hasShifted([part('ab'), part('cd')])).toBe(false)
  })
})

it('loads a few pages on scroll, then waits for the button', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8].map(loadsOnScroll)).toEqual([
    true,
    true,
    true,
    false,
    true,
    true,
    true,
    false,
  ])
})

it('reloads on focus only while it is short', () => {
  const of = (pages: number) => ({ state: { data: { pages: Array(pages).fill(0) } } })
  expect([isShort({ state: {} }), isShort(of(5)), isShort(of(6))]).toEqual([true, true, false])
})
