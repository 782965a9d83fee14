// The browsers in which a person is signed in, for the person.
import type { StaffSession } from '@invoice-desk/contract/identity/sessions'
import type { Db } from '../../../db/client.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { StaffCaller } from '../../../http/access.ts'
import { browserName } from './browser-name.ts'
import { deleteSessionById, deleteSessionsOf, listSessionsOf } from './queries.ts'
import { recordSessionEvent } from './service.ts'

export const createOwnSessions = ({
  callers,
  config,
  database: { db },
}: Pick<Dependencies, 'callers' | 'config' | 'database'>) => {
  const commit = async (change: (tx: Db) => Promise<void>): Promise<void> => {
    await db.transaction(change)
    callers.forget()
  }
  return {
    list: async ({ email, session }: StaffCaller): Promise<StaffSession[]> => {
      const rows = await listSessionsOf(db, email, { daysMax: config.sessionDaysMax })
      return rows.map(({ userAgent, signedInAt, usedAt, ...row }) => ({
        ...row,
        browser: browserName(userAgent),
        signedInAt: signedInAt.toISOString(),
        usedAt: usedAt.toISOString(),
        isThis: row.id === session.id,
      }))
    },
    /** It may have ended already. */
    end: ({ email }: StaffCaller, id: string): Promise<void> =>
      commit(async (tx) => {
        if (await deleteSessionById(tx, email, id))
          await recordSessionEvent(tx, email, 'signed_out', email)
      }),
    endAll: ({ email }: StaffCaller): Promise<void> =>
      commit(async (tx) => {
        await deleteSessionsOf(tx, email)
        await recordSessionEvent(tx, email, 'signed_out_everywhere', email)
      }),
  }
}
