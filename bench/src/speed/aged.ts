// The pending page after tens of thousands of approvals that no vacuum has cleared away.
import { type Bench, counted, milliseconds, perSecond, type Row, times } from '../table.ts'
import { sameOfBoth } from './measures/measure.ts'
import { pendingRequest } from './measures/pending.ts'
import { measurePaired, type Paired } from './rounds.ts'
import { startWorld, type World } from './world.ts'

const TASKS = 100_000
const APPROVALS = 40_000
const PART = 500

export const agedBench: Bench = {
  name: 'aged',
  run: async ({ rounds, roundMs }) => {
    const world = await startWorld('postgres', TASKS)
    try {
      await world.pool?.query('ALTER TABLE bill SET (autovacuum_enabled = off)')
      const request = pendingRequest(world)
      const { ours, bare } = sameOfBoth(world, () => request)
      const pace = { connections: 16, rounds, roundMs }
      const clean = await measurePaired(ours, bare, pace)
      await approveOldest(world)
      const aged = await measurePaired(ours, bare, pace)
      // The machine's own mood between the two is in the bare one's figures too, but so are the dead rows.
      const rows = [
        rowOf('clean', clean, clean),
        rowOf(`after ${counted(APPROVALS)} approvals`, aged, clean),
      ]
      const title = `Pending page of 50 after ${counted(APPROVALS)} approvals without a vacuum, 16 connections`
      return [{ title, rows }]
    } finally {
      await world.close()
    }
  },
}

/** What an approval does to the row, oldest first, as approvers go. */
const approveOldest = async ({ pool }: World): Promise<void> => {
  for (let done = 0; done < APPROVALS; done += PART) {
    await pool?.query(
      `UPDATE bill SET status = 'approved', version = version + 1, decided_at = now(), decided_by = 'bench'
       WHERE id IN (SELECT id FROM bill WHERE status IN ('received', 'sent_for_approval')
         ORDER BY submitted_at, id LIMIT $1)`,
      [PART],
    )
  }
}

const rowOf = (state: string, { ours, bare }: Paired, clean: Paired): Row => ({
  state,
  'p50 (bare)': `${milliseconds(ours.p50)} (${milliseconds(bare.p50)})`,
  'a second (bare)': `${perSecond(ours.rate)} (${perSecond(bare.rate)})`,
  'of its clean rate (bare)': `${times(ours.rate / clean.ours.rate)} (${times(bare.rate / clean.bare.rate)})`,
  goal: '≥ 0.8 ×',
})
