// Reading and approving a task.
import { approveInvoice } from '@invoice-desk/contract/approval/approval'
import type { ServerProcess } from '@invoice-desk/testing/app/server-process'
import { requestOf } from '../load.ts'
import type { Side } from '../rounds.ts'
import { taskIdOf } from '../seed.ts'
import type { World } from '../world.ts'
import { type Measure, sameForBoth } from './measure.ts'

const taskRequest = (
  { staffToken }: Pick<World, 'staffToken'>,
  action: 'fetch' | 'approve',
  taskId: string,
): Buffer =>
  requestOf({
    method: approveInvoice.method,
    path: approveInvoice.path,
    token: staffToken,
    body: JSON.stringify({ action, taskId }),
  })

export const fetchTask: Measure = {
  name: 'fetch a task',
  goal: 0.8,
  sample: (world) => taskRequest(world, 'fetch', taskIdOf(world.seeded.firstPending + 1)),
  prepare: async (world) =>
    sameForBoth(world, () =>
      taskRequest(
        world,
        'fetch',
        taskIdOf(1 + ((world.nextNumber() * 7_919) % world.seeded.tasks)),
      ),
    ),
}

export const approveTask: Measure = {
  name: 'approve a task',
  goal: 0.6,
  prepare: async (world) => ({
    ours: approvals(world, world.ours),
    bare: approvals(world, world.bare),
  }),
}

/** Approves pending tasks, newest first, and makes them pending again after each round. */
export const approvals = (world: World, { url }: ServerProcess): Side => {
  const { tasks, firstPending } = world.seeded
  const pending = tasks - firstPending + 1
  const approved: string[] = []
  return {
    url,
    next: () => {
      if (approved.length === pending) return undefined
      const id = taskIdOf(tasks - approved.length)
      approved.push(id)
      return taskRequest(world, 'approve', id)
    },
    afterRound: () => makePending(world, approved.splice(0)),
  }
}

/** Undoes the approvals completely, or each round would read more rows than the last. */
const makePending = async ({ pool }: World, ids: readonly string[]): Promise<void> => {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query(
      `UPDATE bill SET status = 'sent_for_approval', version = 1, approvals = '[]',
         decided_at = NULL, decided_by = NULL
       WHERE id = ANY($1::uuid[])`,
      [ids],
    )
    // A trigger forbids deleting audit rows.
    await client.query(`SET LOCAL session_replication_role = replica`)
    await client.query(
      `DELETE FROM audit_event WHERE action = 'bill_approved' AND subject_kind = 'bill' AND subject_id = ANY($1)`,
      [ids],
    )
    await client.query('COMMIT')
  } finally {
    client.release()
  }
}
