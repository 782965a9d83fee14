import { afterEach, expect, it, vi } from 'vitest'
import { createSparseLog } from './sparse-log.ts'

afterEach(() => void vi.useRealTimers())

it('writes ten lines per minute, and says how many it left out', () => {
  vi.useFakeTimers()
  const lines: unknown[] = []
  const write = createSparseLog({ info: (line: unknown) => void lines.push(line) }, 'Refused')
  for (let i = 0; i < 25; i += 1) write({ i })
  expect(lines.length).toBe(10)
  vi.advanceTimersByTime(60_000)
  write({ i: 25 })
  write({ i: 26 })
  expect(lines.slice(10)).toEqual([
    { i: 25, leftOut: 15 },
    { i: 26, leftOut: 0 },
  ])
})
