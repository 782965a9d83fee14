// Ties an email to the Google account that first signed in with it, until an administrator accepts another one.
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { googleAccount } from '../../db/schema/identity.ts'
import type { Identity } from '../../providers/google/issuer.ts'

/** False if the email belongs to another Google account. Then it's remembered for administrators. */
export const claimEmail = async (
  db: Db,
  { email, sub }: Pick<Identity, 'email' | 'sub'>,
): Promise<boolean> => {
  const isOwner = sql`${googleAccount.sub} = excluded.sub`
  const [row] = await db
    .insert(googleAccount)
    .values({ email, sub })
    .onConflictDoUpdate({
      target: googleAccount.email,
      set: {
        refusedSub: sql`CASE WHEN ${isOwner} THEN ${googleAccount.refusedSub} ELSE excluded.sub END`,
      },
    })
    .returning({ sub: googleAccount.sub })
  return row?.sub === sub
}

/** False if no other Google account has tried. */
export const acceptRefused = async (db: Db, email: string): Promise<boolean> => {
  const { rowCount } = await db
    .update(googleAccount)
    .set({ sub: sql`${googleAccount.refusedSub}`, refusedSub: null })
    .where(and(eq(googleAccount.email, email), isNotNull(googleAccount.refusedSub)))
  return rowCount === 1
}

/** Emails with which another Google account has tried to sign in. */
export const listRefused = async (db: Db): Promise<string[]> => {
  const rows = await db
    .select({ email: googleAccount.email })
    .from(googleAccount)
    .where(isNotNull(googleAccount.refusedSub))
  return rows.map(({ email }) => email)
}
