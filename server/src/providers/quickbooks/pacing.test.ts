// Calls wait their turn: the most urgent first, only so many of each kind, and none for too long.
import { expect, it } from 'vitest'
import { type Clock, createPacer, type PaceStore, type Priority, RULES } from './pacing.ts'

/** A clock that stands still until told, and then runs whatever is due. */
const createTestClock = () => {
  let now = 0
  let timers: { at: number; run: () => void }[] = []
  const clock: Clock = {
    now: () => now,
    after: (ms, run) => {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((each) => each !== timer)
      }
    },
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

/** So many places, of which each kind may use its share; a full house is asked again after 100 ms. */
const start = (places = 10) => {
  const { clock, advance } = createTestClock()
  let asked = 0
  const house = { places, taken: 0, waitMs: 100, isBroken: false }
  const store: PaceStore = {
    take: async (_realmId, share) => {
      asked += 1
      if (house.isBroken) throw new Error('no database')
      if (house.taken + 1 > house.places * share) return house.waitMs
      house.taken += 1
      return 0
    },
    pause: async () => {},
  }
  const pacer = createPacer(store, clock)
  const started: string[] = []
  const call = (priority: Priority, name: string = priority, work = async () => {}) =>
    pacer.run(priority, '1', () => {
      started.push(name)
      return work()
    })
  /** Answers how each ended, once it has. */
  const calls = (count: number, priority: Priority) =>
    Promise.allSettled(Array.from({ length: count }, () => call(priority)))
  const counted = (name: string) => started.filter((each) => each === name).length
  return { advance, asked: () => asked, call, calls, counted, house, started }
}

const REFUSED = { status: 'rejected', reason: { kind: 'rate_limited', providerCode: 'busy' } }

it('leaves room for the more urgent: visitors take four places in ten, staff eight, payments all', async () => {
  const { calls, counted, house } = start()
  for (const [priority, taken] of [
    ['visitors', 4],
    ['staff', 8],
    ['money', 10],
  ] as const) {
    void calls(20, priority)
    await settle()
    expect([counted(priority) > 0, house.taken]).toEqual([true, taken])
  }
})

it('serves payments before staff and staff before visitors, each in the order they came', async () => {
  const { advance, call, house, started } = start(0)
  const all = (['visitors', 'staff', 'money'] as const).flatMap((priority) =>
    [1, 2].map((n) => call(priority, `${priority} ${n}`)),
  )
  await settle()
  expect(started).toEqual([])
  house.places = 100
  await advance(100)
  await Promise.all(all)
  expect(started).toEqual(['money 1', 'money 2', 'staff 1', 'staff 2', 'visitors 1', 'visitors 2'])
})

it('does not let a payment wait for what visitors wait for', async () => {
  const { call, calls, counted } = start()
  void calls(30, 'visitors')
  await settle()
  await call('money')
  expect([counted('visitors'), counted('money')]).toEqual([4, 1])
})

it('asks for the first in line alone, however many wait', async () => {
  const { advance, asked, calls } = start(0)
  void calls(30, 'visitors')
  await advance(0)
  expect(asked()).toBe(1)
  await advance(100)
  expect(asked()).toBe(2)
})

it.each(['money', 'staff', 'visitors'] as const)(
  'refuses %s at once when the queue is full',
  async (priority) => {
    const { calls, advance } = start(0)
    const { queueMax, patienceMs } = RULES[priority]
    const first = calls(queueMax, priority)
    expect(await calls(1, priority)).toMatchObject([REFUSED])
    await advance(patienceMs)
    expect((await first).length).toBe(queueMax)
  },
)

it.each(['money', 'staff', 'visitors'] as const)(
  'refuses %s that would wait for too long, at once when that is known',
  async (priority) => {
    const { advance, calls, house } = start(0)
    const { patienceMs } = RULES[priority]
    const patient = calls(2, priority)
    await advance(patienceMs - 1)
    house.waitMs = 60_000
    await advance(1)
    expect(await patient).toMatchObject([REFUSED, REFUSED])
    expect(await calls(1, priority)).toMatchObject([REFUSED])
  },
)

it('runs ten calls at the same time, of which visitors have six', async () => {
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

it('makes room for the next when a call fails', async () => {
  const { call } = start(1_000)
  for (let n = 0; n < 20; n += 1) {
    const failing = call('visitors', 'visitors', () => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
  }
})

it('sends nothing that could not be counted', async () => {
  const { call, house, started } = start()
  house.isBroken = true
  await expect(call('money')).rejects.toMatchObject({ kind: 'unavailable' })
  expect(started).toEqual([])
  house.isBroken = false
  await call('money')
})
