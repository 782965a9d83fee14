// Reads and writes verification links.
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { prepared } from '../../db/prepared.ts'
import { verification } from '../../db/schema/contractor.ts'
import { vendorMapping } from '../../db/schema/vendors.ts'

export const insertVerification = async (
  db: Db,
  row: Pick<typeof verification.$inferInsert, 'tokenHash' | 'email' | 'expiresAt'>,
): Promise<void> => {
  await db.insert(verification).values(row)
}

const linkByHash = prepared((db) =>
  db
    .select({
      email: verification.email,
      expiresAt: verification.expiresAt,
      revokedAt: verification.revokedAt,
      vendor: vendorMapping.vendor,
    })
    .from(verification)
    .leftJoin(vendorMapping, eq(vendorMapping.email, verification.email))
    .where(eq(verification.tokenHash, sql.placeholder('tokenHash'))),
)

/** The link and the vendor that its email is mapped to right now. */
export const findVerification = async (db: Db, tokenHash: string) => {
  const [row] = await linkByHash(db).execute({ tokenHash })
  return row
}

/** Revokes all links of an email. */
export const revokeVerifications = async (db: Db, email: string): Promise<void> => {
  await db
    .update(verification)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(verification.email, email), isNull(verification.revokedAt)))
}

export const deleteVerificationsExpiredBefore = async (db: Db, moment: Date): Promise<void> => {
  await db.delete(verification).where(lt(verification.expiresAt, moment))
}
