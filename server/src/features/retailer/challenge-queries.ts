// The security check that is open, of which there is one a type at most.
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { retailerChallenge as row } from '../../db/schema/retailer.ts'

export type ChallengeType = (typeof row.$inferSelect)['type']

const isOpen = (type: ChallengeType) => and(eq(row.type, type), isNull(row.closedAt))

export const closeOpenChallenge = async (db: Db, type: ChallengeType): Promise<void> => {
  await db.update(row).set({ closedAt: sql`now()` }).where(isOpen(type))
}

export const insertChallenge = async (
  db: Db,
  challenge: typeof row.$inferInsert,
): Promise<void> => {
  await db.insert(row).values(challenge)
}

export const findOpenChallenge = async (db: Db, type: ChallengeType) => {
  const [found] = await db.select().from(row).where(isOpen(type))
  return found
}

/** Counts a try and returns the check it is for; undefined when it allows no more, or there is none. */
export const takeTry = async (db: Db, type: ChallengeType, triesMax: number) => {
  const [taken] = await db
    .update(row)
    .set({ tries: sql`${row.tries} + 1` })
    .where(and(isOpen(type), gt(row.expiresAt, sql`now()`), lt(row.tries, triesMax)))
    .returning()
  return taken
}
