// Tests that only a few have their turn at a time, and that the others don't wait for long.
import { afterEach, expect, it, vi } from 'vitest'
import { createTurns } from './concurrency-limit.ts'

afterEach(() => {
  vi.useRealTimers()
})

const BUSY = new Error('busy')
const open = () => createTurns({ runningMax: 2, waitingMax: 2, busy: () => BUSY })

it('gives the next turn when one ends, in order, and refuses when too many wait', async () => {
  const take = open()
  const [endFirst] = await Promise.all([take(), take()])
  const started: number[] = []
  const third = take().then((end) => {
    started.push(3)
    return end
  })
  const fourth = take().then(() => started.push(4))
  await expect(take()).rejects.toBe(BUSY)
  expect(started).toEqual([])
  endFirst()
  const endThird = await third
  expect(started).toEqual([3])
  endThird()
  await fourth
  expect(started).toEqual([3, 4])
})

it('refuses those who wait for ten seconds, who then have no turn', async () => {
  vi.useFakeTimers()
  const take = open()
  const [endFirst] = await Promise.all([take(), take()])
  const late = expect(take()).rejects.toBe(BUSY)
  await vi.advanceTimersByTimeAsync(10_000)
  await late
  endFirst()
  await expect(take()).resolves.toBeTypeOf('function')
})
