// How much more several processes do than one, on one PostgreSQL. Client, processes and database share the machine.
import { availableParallelism } from 'node:os'
import { addContractor, verifyContractor } from '@invoice-desk/testing/contractor/contractors'
import { type Fleet, openFleet } from '../fleet/fleet.ts'
import { submitTo } from '../fleet/submit-to.ts'
import { type Client, openClient, requestOf } from '../speed/load.ts'
import { perSecond, times } from '../table.ts'
import type { AbuseFigure } from './figure.ts'

const CONNECTIONS = 16
const ROUND_MS = 1_500
const ROUNDS = 5

type Kind = { readonly name: string; readonly request: Buffer }

export const processesFigure: AbuseFigure = {
  name: 'processes',
  run: async () => {
    const fleet = await openFleet(3, { RATE_LIMIT_FACTOR: '100000', LOG_LEVEL: 'warn' })
    try {
      const kinds = await prepare(fleet)
      const cores = availableParallelism()
      const results = []
      for (const { name, request } of kinds) {
        const rates = await ratesOf(fleet, request)
        const [one = 1] = rates
        const shown = rates.map(
          (rate, index) => `${index + 1}: ${perSecond(rate)}/s (${times(rate / one)})`,
        )
        results.push({
          figure: 'Processes',
          done: `${name}, ${CONNECTIONS} connections over 1, 2 and 3 processes, ${cores} cores for them, PostgreSQL and the client`,
          result: shown.join(', '),
          problems: [],
        })
      }
      return results
    } finally {
      await fleet.close()
    }
  },
}

const prepare = async (fleet: Fleet): Promise<Kind[]> => {
  const person = await verifyContractor(fleet.caller, await addContractor(fleet.caller))
  for (let index = 0; index < 20; index += 1) {
    await submitTo(fleet, index % 3, person, `SPEED-${index}`)
  }
  const { staff, pool } = fleet
  const { rows } = await pool.query('SELECT id FROM bill LIMIT 1')
  const bills = JSON.stringify({ vendorName: person.vendor })
  const task = JSON.stringify({ taskId: rows[0]?.id, action: 'fetch' })
  return [
    {
      name: 'a contractor’s bills',
      request: requestOf({
        method: 'POST',
        path: '/api/cup/vendor-bills',
        token: person.token,
        body: bills,
      }),
    },
    {
      name: 'one task',
      request: requestOf({
        method: 'POST',
        path: '/api/cup/approve-invoice',
        token: staff,
        body: task,
      }),
    },
  ]
}

/** By turns, so that whatever else the machine does meets all alike; the median of the rounds. */
const ratesOf = async ({ processes }: Fleet, request: Buffer): Promise<number[]> => {
  const measured: number[][] = [[], [], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const count of [1, 2, 3]) {
      const share = Math.ceil(CONNECTIONS / count)
      const clients = await Promise.all(
        processes.slice(0, count).map(({ url }) => openClient(url, share)),
      )
      measured[count - 1]?.push(await rateOf(clients, request))
      for (const client of clients) client.close()
    }
  }
  return measured.map((rates) => rates.sort((a, b) => a - b)[Math.floor(rates.length / 2)] ?? 0)
}

const rateOf = async (clients: readonly Client[], request: Buffer): Promise<number> => {
  let answers = 0
  const began = performance.now()
  const until = began + ROUND_MS
  const lines = clients.flatMap((client) =>
    Array.from({ length: client.connections }, async (_, connection) => {
      while (performance.now() < until) {
        const { status, body } = await client.send(connection, request)
        if (status !== 200) throw new Error(`answered ${status} ${body}`)
        answers += 1
      }
    }),
  )
  await Promise.all(lines)
  return (answers / (performance.now() - began)) * 1_000
}
