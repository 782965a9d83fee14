// What approval rules cost: the pending list and a decision with many rules, compared with none.
import { randomUUID } from 'node:crypto'
import type { ApprovalRule } from '@invoice-desk/contract/approval/rules'
import { ADMIN, STAFF } from '@invoice-desk/testing/people'
import { type Bench, milliseconds, type Row, times } from '../table.ts'
import { pendingRequest } from './measures/pending.ts'
import { approvals } from './measures/tasks.ts'
import { measurePaired, type Side } from './rounds.ts'
import { startWorld, type World } from './world.ts'

const RULES = 50
const GOALS: Readonly<Record<string, string>> = {
  'pending invoices, page of 50': '≤ 1.3 ×',
  'approve a task': '≤ 1.3 ×',
}
const TASKS = 10_000

export const rulesBench: Bench = {
  name: 'rules',
  run: async ({ rounds, roundMs }) => {
    await using world = await startWorld(TASKS)
    const measures: Readonly<Record<string, () => Side>> = {
      'pending invoices, page of 50': () => listing(world, '?page=1'),
      'pending invoices, those that wait for the caller': () =>
        listing(world, '?page=1&isYours=yes'),
      'all pending invoices': () => listing(world, ''),
      'approve a task': () => approvals(world, world.ours),
    }
    const rows: Row[] = []
    for (const [request, sideOf] of Object.entries(measures)) {
      await setRules(world, RULES)
      const paired = await measurePaired(
        thenRules(world, sideOf(), 0),
        thenRules(world, sideOf(), RULES),
        { connections: 4, rounds, roundMs },
      )
      rows.push({
        request,
        [`${RULES} rules, p50`]: milliseconds(paired.ours.p50),
        'no rules, p50': milliseconds(paired.bare.p50),
        'with rules': times(paired.ours.p50 / paired.bare.p50),
        goal: GOALS[request] ?? '',
      })
    }
    const title = `Approval rules, with ${TASKS / 2} pending invoices`
    const note = `Both take turns on one server. The last of the ${RULES} rules applies to every invoice; the others are about vendors and new submitters.`
    return [{ title, rows, note }]
  },
}

const listing = (world: World, query: string): Side => {
  const request = pendingRequest(world, query)
  return { url: world.ours.url, next: () => request }
}

/** The next round has this many rules. */
const thenRules = (world: World, side: Side, count: number): Side => ({
  ...side,
  afterRound: async () => {
    await side.afterRound?.()
    await setRules(world, count)
  },
})

const setRules = ({ pool }: World, count: number) =>
  pool.query(
    'UPDATE approval_policy SET rules = $1, version = version + 1, revision = gen_random_uuid()',
    [JSON.stringify(Array.from({ length: count }, (_, n) => ruleOf(n, n === count - 1)))],
  )

const ruleOf = (number: number, isLast: boolean): ApprovalRule => ({
  id: randomUUID(),
  name: `Rule ${number}`,
  conditions: {
    vendors: isLast ? [] : [`Other vendor ${number}`],
    isNewSubmitter: !isLast && number % 2 === 0,
    isDuplicate: false,
  },
  steps: [{ people: [STAFF, ADMIN], needed: 1 }],
})
