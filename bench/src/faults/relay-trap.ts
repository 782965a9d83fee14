// Kills all processes in the middle of a call to Gmail, and while a message is committed that a device has no 250 for.
import { waitFor } from '@invoice-desk/testing/wait-for'
import type { FaultLab } from './fault-lab.ts'

/** Any number that the app doesn't use. */
const LOCK = 7_250
const CAUGHT_WITHIN_MS = 60_000

/** A commit waits while someone has the lock. It completes even if the process that asked for it is dead by then. */
const HOLD_COMMITS = `
  CREATE FUNCTION hold_commit() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${LOCK}); RETURN NULL; END $$;
  CREATE CONSTRAINT TRIGGER hold_commit AFTER INSERT ON relay_message
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION hold_commit()`

/** A minute later: the leases of dead processes are over, and the queue takes over their jobs. Random kills wait for that. */
const LET_TIME_PASS = `
  UPDATE relay_message SET lease_until = now() WHERE state = 'sending';
  UPDATE jobs.job SET state = 'retry', start_after = now() WHERE state = 'active' AND name = 'relay-send'`

/** `kill` needs a message that was accepted before `holdCommits`, and one that is sent after it. */
export const setRelayTrap = async ({ pool, control, kill, processes }: FaultLab) => {
  const call = { provider: 'google', match: '/gmail/v1/', times: 100_000 }
  // Gmail has the message, and we never learn that.
  await control('/faults', { ...call, mode: 'timeout-after' })
  await pool.query(HOLD_COMMITS)
  const holder = await pool.connect()
  const expectCaught = async () => {
    const { rows } = await pool.query(`
      SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = ${LOCK} AND NOT granted
        AND EXISTS (SELECT FROM relay_message WHERE state = 'sending')`)
    if (rows.length === 0) throw new Error('no process is both storing and sending a message')
  }
  return {
    holdCommits: () => holder.query(`SELECT pg_advisory_lock(${LOCK})`),
    kill: async (): Promise<void> => {
      try {
        await waitFor(expectCaught, { withinMs: CAUGHT_WITHIN_MS })
        for (const _ of processes()) await kill()
        await pool.query(LET_TIME_PASS)
      } finally {
        await holder.query(`SELECT pg_advisory_unlock(${LOCK})`)
        holder.release()
        await control('/faults', undefined, 'DELETE')
      }
    },
  }
}
