// The pending list after 40,000 approvals without a vacuum, compared with a clean database.
import { IS_PENDING } from '../../../server/src/db/schema/bills.ts'
import { type Bench, counted, milliseconds, perSecond, type Row, times } from '../table.ts'
import { pendingRequest } from './measures/pending.ts'
import { measurePaired, type Side, type Timing } from './rounds.ts'
import { startWorld, type World } from './world.ts'

const TASKS = 100_000
const APPROVALS = 40_000
const PART = 500

export const agedBench: Bench = {
  name: 'aged',
  run: async ({ rounds, roundMs }) => {
    await using clean = await startWorld(TASKS)
    await using aged = await startWorld(TASKS)
    await aged.pool.query('ALTER TABLE bill SET (autovacuum_enabled = off)')
    await approveOldest(aged)
    const pace = { connections: 16, rounds, roundMs }
    const paired = await measurePaired(sideOf(aged), sideOf(clean), pace)
    const rows: Row[] = [
      { database: 'clean', ...cellsOf(paired.bare), 'vs. clean': '', goal: '' },
      {
        database: `after ${counted(APPROVALS)} approvals`,
        ...cellsOf(paired.ours),
        'vs. clean': times(paired.ratio),
        goal: '≥ 0.8 ×',
      },
    ]
    const title = `Pending page of 50 after ${counted(APPROVALS)} approvals without a vacuum, 16 connections`
    return [{ title, rows }]
  },
}

const sideOf = (world: World): Side => {
  const request = pendingRequest(world)
  return { url: world.ours.url, next: () => request }
}

/** Updates rows as approvals do, oldest first. */
const approveOldest = async ({ pool }: World): Promise<void> => {
  for (let done = 0; done < APPROVALS; done += PART) {
    await pool.query(
      `UPDATE bill SET status = 'approved', version = version + 1, decided_at = now(), decided_by = 'bench'
       WHERE id IN (SELECT id FROM bill WHERE ${IS_PENDING}
         ORDER BY submitted_at, id LIMIT $1)`,
      [PART],
    )
  }
}

const cellsOf = ({ p50, rate }: Timing): Row => ({
  p50: milliseconds(p50),
  'per second': perSecond(rate),
})
