// One task: looked at, and approved.
import { approveInvoice } from '@invoice-desk/contract/approval'
import type { ServerProcess } from '@invoice-desk/testing/app/server-process'
import { requestOf } from '../load.ts'
import type { Side } from '../rounds.ts'
import { taskIdOf } from '../seed.ts'
import type { World } from '../world.ts'
import { type Measure, sameOfBoth } from './measure.ts'

export const taskRequest = (
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
  goal: 0.6,
  sample: (world) => taskRequest(world, 'fetch', taskIdOf(world.seeded.firstPending + 1)),
  prepare: async (world) =>
    sameOfBoth(world, () =>
      taskRequest(
        world,
        'fetch',
        taskIdOf(1 + ((world.nextNumber() * 7_919) % world.seeded.tasks)),
      ),
    ),
}

/** Paired rounds at 1 and at 16 connections, each warmed up once. */
const PACES = 2

export const approveTask: Measure = {
  name: 'approve a task',
  goal: 0.6,
  prepare: async (world, pace) => ({
    ours: approvals(world, world.ours, pace),
    bare: approvals(world, world.bare, pace),
  }),
}

/** Next tasks that wait; `next` is shared by both sides on PostgreSQL, where they share the tasks. */
const approvals = (
  world: World,
  { url }: ServerProcess,
  { connections, rounds }: { connections: number; rounds: number },
): Side => {
  const { tasks, firstPending } = world.seeded
  const pending = tasks - firstPending + 1
  if (world.pool) {
    let left = pending
    const approved: string[] = []
    return {
      url,
      next: () => {
        if (left === 0) return undefined
        left -= 1
        const id = taskIdOf(firstPending + left)
        approved.push(id)
        return taskRequest(world, 'approve', id)
      },
      afterRound: async () => {
        left = pending
        await makePending(world, approved.splice(0))
      },
    }
  }
  // Nobody can put tasks of an embedded database back, so they are shared out among all rounds.
  const perRound = Math.floor(pending / ((rounds + 1) * PACES))
  let used = connections === 1 ? 0 : perRound * (rounds + 1)
  let left = perRound
  return {
    url,
    next: () => {
      if (left === 0) return undefined
      left -= 1
      used += 1
      return taskRequest(world, 'approve', taskIdOf(tasks + 1 - used))
    },
    afterRound: async () => {
      used += left
      left = perRound
    },
  }
}

/** As if these had never been decided: what is left of it must not grow from round to round. */
const makePending = async ({ pool }: World, ids: readonly string[]): Promise<void> => {
  const client = await pool?.connect()
  if (!client) return
  try {
    await client.query('BEGIN')
    await client.query(
      `UPDATE bill SET status = 'sent_for_approval', version = 1, decided_at = NULL, decided_by = NULL
       WHERE id = ANY($1::uuid[])`,
      [ids],
    )
    // The audit trail refuses to lose a row; here it has to, or every round would read more than the last.
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
