// Tests that urgent calls go first, that each priority has its limits, and that no call waits too long.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPacer, type PaceStore, type Priority, RULES } from './pacing.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const settle = () => new Promise<void>((done) => setImmediate(done))
const advance = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms)
  await settle()
}

/** A store with this many slots. Each priority may use its share. If the store is full, callers retry after 100 ms. */
const start = (slots = 10) => {
  let takes = 0
  const bucket = { slots, taken: 0, waitMs: 100, isBroken: false }
  const store: PaceStore = {
    take: async (_realmId, share) => {
      takes += 1
      if (bucket.isBroken) throw new Error('no database')
      if (bucket.taken + 1 > bucket.slots * share) return bucket.waitMs
      bucket.taken += 1
      return 0
    },
    pause: async () => {},
  }
  const pacer = createPacer(store)
  const started: string[] = []
  const call = (priority: Priority, name: string = priority, work = async () => {}) =>
    pacer.run(priority, '1', () => {
      started.push(name)
      return work()
    })
  /** Resolves with the outcome of each call. */
  const calls = (count: number, priority: Priority) =>
    Promise.allSettled(Array.from({ length: count }, () => call(priority)))
  const counted = (name: string) => started.filter((each) => each === name).length
  return { takes: () => takes, call, calls, counted, bucket, started }
}

const REFUSED = { status: 'rejected', reason: { kind: 'rate_limited', providerCode: 'busy' } }

it('leaves room for urgent calls: visitors get four of ten slots, staff eight, payments all', async () => {
  const { calls, counted, bucket } = start()
  for (const [priority, taken] of [
    ['visitors', 4],
    ['staff', 8],
    ['money', 10],
  ] as const) {
    void calls(20, priority)
    await settle()
    expect([counted(priority) > 0, bucket.taken]).toEqual([true, taken])
  }
})

it('serves payments before staff and staff before visitors, each in the order they arrived', async () => {
  const { call, bucket, started } = start(0)
  const all = (['visitors', 'staff', 'money'] as const).flatMap((priority) =>
    [1, 2].map((n) => call(priority, `${priority} ${n}`)),
  )
  await settle()
  expect(started).toEqual([])
  bucket.slots = 100
  await advance(100)
  await Promise.all(all)
  expect(started).toEqual(['money 1', 'money 2', 'staff 1', 'staff 2', 'visitors 1', 'visitors 2'])
})

it('does not make a payment wait behind visitors', async () => {
  const { call, calls, counted } = start()
  void calls(30, 'visitors')
  await settle()
  await call('money')
  expect([counted('visitors'), counted('money')]).toEqual([4, 1])
})

it('asks only for the first call in line, no matter how many wait', async () => {
  const { takes, calls } = start(0)
  void calls(30, 'visitors')
  await advance(0)
  expect(takes()).toBe(1)
  await advance(100)
  expect(takes()).toBe(2)
})

it.each(['money', 'staff', 'visitors'] as const)(
  'refuses %s immediately if the queue is full',
  async (priority) => {
    const { calls } = start(0)
    const { queueMax, patienceMs } = RULES[priority]
    const first = calls(queueMax, priority)
    expect(await calls(1, priority)).toMatchObject([REFUSED])
    await advance(patienceMs)
    expect((await first).length).toBe(queueMax)
  },
)

it.each(['money', 'staff', 'visitors'] as const)(
  'refuses %s calls that would wait too long, as soon as that is known',
  async (priority) => {
    const { calls, bucket } = start(0)
    const { patienceMs } = RULES[priority]
    const waiting = calls(2, priority)
    await advance(patienceMs - 1)
    bucket.waitMs = 60_000
    await advance(1)
    expect(await waiting).toMatchObject([REFUSED, REFUSED])
    expect(await calls(1, priority)).toMatchObject([REFUSED])
  },
)

it('runs ten calls at the same time, at most six for visitors', async () => {
  const { call, counted, started } = start(1_000)
  const ends: (() => void)[] = []
  const lasting = () => new Promise<void>((end) => ends.push(end))
  for (let n = 0; n < 20; n += 1) void call('visitors', 'visitors', lasting)
  await settle()
  expect(started).toHaveLength(6)
  for (let n = 0; n < 20; n += 1) void call('money', 'money', lasting)
  await settle()
  expect([counted('money'), started.length]).toEqual([4, 10])
  ends[0]?.()
  await settle()
  expect([counted('money'), counted('visitors')]).toEqual([5, 6])
})

it('makes room for the next call after one fails', async () => {
  const { call } = start(1_000)
  for (let n = 0; n < 20; n += 1) {
    const failing = call('visitors', 'visitors', () => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
  }
})

it('does not send calls that it cannot count', async () => {
  const { call, bucket, started } = start()
  bucket.isBroken = true
  await expect(call('money')).rejects.toMatchObject({ kind: 'unavailable' })
  expect(started).toEqual([])
  bucket.isBroken = false
  await call('money')
})
