// A list that is read in parts and shown as one.
import { describe, expect, it } from 'vitest'
import { hasShifted, isShort, joinParts, loadsOnScroll, nextPart } from './endless.ts'

const row = (id: string, name = id) => ({ id, name })
const part = (ids: string, total?: number) => ({ rows: [...ids].map((id) => row(id)), total })

describe('the next part', () => {
  it('follows until all rows are there', () => {
    expect(nextPart([part('ab', 5)])).toBe(2)
    expect(nextPart([part('ab', 5), part('cd', 5)])).toBe(3)
    expect(nextPart([part('ab', 5), part('cd', 5), part('e', 5)])).toBeUndefined()
  })

  it('goes by the newest total', () => {
    expect(nextPart([part('ab', 5), part('cd', 4)])).toBeUndefined()
    expect(nextPart([part('ab', 4), part('cd', 5)])).toBe(3)
  })

  it('is none where the answer has no total: that is all there is', () => {
    expect(nextPart([part('ab')])).toBeUndefined()
  })

  it('is none after an empty part, whatever the total', () => {
    expect(nextPart([part('ab', 5), part('', 5)])).toBeUndefined()
    expect(nextPart([])).toBeUndefined()
  })
})

describe('the rows of all parts', () => {
  it('are there once each, though one slid into the next part', () => {
    const { rows, total } = joinParts([part('ab', 3), part('bc', 4)])
    expect(rows.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect(total).toBe(4)
  })

  it('are as they were read last', () => {
    const { rows } = joinParts([{ rows: [row('a', 'old')] }, { rows: [row('a', 'new')] }])
    expect(rows).toEqual([row('a', 'new')])
  })

  it('are counted where the answer has no total', () => {
    expect(joinParts([part('abc')]).total).toBe(3)
    expect(joinParts([]).total).toBe(0)
  })

  it('are read again once the total has changed between two parts', () => {
    expect(hasShifted([part('ab', 4), part('cd', 4)])).toBe(false)
    expect(hasShifted([part('ab', 5), part('de', 4)])).toBe(true)
    expect(hasShifted([part('ab'), part('cd')])).toBe(false)
  })
})

it('loads a few parts by itself, then waits to be asked', () => {
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

it('is read again on its own only while it is short', () => {
  const of = (pages: number) => ({ state: { data: { pages: Array(pages).fill(0) } } })
  expect([isShort({ state: {} }), isShort(of(5)), isShort(of(6))]).toEqual([true, true, false])
})
