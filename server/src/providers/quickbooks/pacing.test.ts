// Calls wait their turn: by second, by minute, by number at a time, and not without end.
import { expect, it } from 'vitest'
import { type Clock, createPacer, type Pace } from './pacing.ts'

/** A clock that stands still until told, and then runs whatever is due. */
const createTestClock = () => {
  let now = 0
  let timers: { at: number; run: () => void }[] = []
  const clock: Clock = {
    now: () => now,
    after: (ms, run) => void timers.push({ at: now + ms, run }),
  }
  const advance = async (ms: number) => {
    now += ms
    const due = timers.filter(({ at }) => at <= now)
    timers = timers.filter(({ at }) => at > now)
    for (const { run } of due) run()
    await settle()
  }
  return { clock, advance }
}
const settle = () => new Promise<void>((done) => setImmediate(done))

const start = (change: Partial<Pace> = {}) => {
  const pace = { perSecond: 10, perMinute: 500, concurrencyMax: 1_000, queueMax: 10_000, ...change }
  const { clock, advance } = createTestClock()
  const pacer = createPacer(pace, clock)
  let started = 0
  const call = () =>
    pacer.run(async () => {
      started += 1
    })
  return { pacer, call, advance, started: () => started }
}

it('starts ten a second', async () => {
  const { call, advance, started } = start()
  const calls = Array.from({ length: 25 }, call)
  await settle()
  expect(started()).toBe(10)
  await advance(999)
  expect(started()).toBe(10)
  await advance(1_000)
  expect(started()).toBe(20)
  await advance(2_000)
  await Promise.all(calls)
  expect(started()).toBe(25)
})

it('starts no more than 500 in any minute', async () => {
  const { call, advance, started } = start({ perSecond: 100_000 })
  const calls = Array.from({ length: 600 }, call)
  await advance(59_000)
  expect(started()).toBe(500)
  await advance(2_000)
  await Promise.all(calls)
  expect(started()).toBe(600)
})

it('runs only so many at the same time', async () => {
  const { pacer } = start({ perSecond: 1_000, concurrencyMax: 3 })
  let running = 0
  let most = 0
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await settle()
    running -= 1
  }
  await Promise.all(Array.from({ length: 20 }, () => pacer.run(work)))
  expect(most).toBe(3)
})

it('refuses what would wait too long, and goes on with the rest', async () => {
  const { call, advance, started } = start({ perSecond: 1, queueMax: 2 })
  const calls = Array.from({ length: 4 }, call)
  await expect(calls[3]).rejects.toMatchObject({ kind: 'rate_limited', providerCode: 'queue_full' })
  await advance(2_000)
  await advance(2_000)
  await Promise.allSettled(calls)
  expect(started()).toBe(3)
})

it('rests when told to, and a call that failed makes room for the next', async () => {
  const { pacer, call, advance, started } = start({ concurrencyMax: 1 })
  await expect(pacer.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  pacer.pause(5_000)
  const waiting = call()
  await advance(4_999)
  expect(started()).toBe(0)
  await advance(1)
  await waiting
  expect(started()).toBe(1)
})
