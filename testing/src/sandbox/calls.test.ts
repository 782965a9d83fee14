import { describe, expect, it } from 'vitest'
import { inARow } from './calls.ts'

const call = (startedAt: number, endedAt: number | null) => ({ startedAt, endedAt })

describe('calls in a row', () => {
  it('are none without calls', () => {
    expect(inARow([])).toBe(0)
  })

  it('are all calls that start after the previous one ended', () => {
    expect(inARow([call(0, 300), call(300, 600), call(610, 910)])).toBe(3)
  })

  it('count parallel calls once', () => {
    expect(inARow([call(0, 300), call(1, 301), call(2, 302)])).toBe(1)
    expect(inARow([call(0, 300), call(1, 301), call(305, 605), call(310, 610)])).toBe(2)
  })

  it('count the longest chain beside a long call, in any order', () => {
    expect(inARow([call(0, 1000), call(650, 950), call(10, 310), call(320, 620)])).toBe(3)
  })

  it('include a call that is still running', () => {
    expect(inARow([call(0, 300), call(400, null)])).toBe(2)
    expect(inARow([call(0, null), call(400, 700)])).toBe(1)
  })
})
