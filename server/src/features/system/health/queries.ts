// Reads and writes the last test of each service and the go-live list.
import type { Finding, GoLiveStep, Service } from '@invoice-desk/contract/system/service-checks'
import { eq } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { goLiveDone, serviceTest } from '../../../db/schema/system.ts'

export const listServiceTests = (db: Db) => db.select().from(serviceTest)

export const saveServiceTest = async (
  db: Db,
  service: Service,
  result: { readonly findings: Finding[]; readonly testedBy: string; readonly testedAt: Date },
) => {
  await db
    .insert(serviceTest)
    .values({ service, ...result })
    .onConflictDoUpdate({ target: serviceTest.service, set: result })
}

export const listDoneSteps = (db: Db) => db.select().from(goLiveDone)

/** False if it was done already. */
export const insertDoneStep = async (
  db: Db,
  step: GoLiveStep,
  doneBy: string,
): Promise<boolean> => {
  const inserted = await db
    .insert(goLiveDone)
    .values({ step, doneBy })
    .onConflictDoNothing()
    .returning({ step: goLiveDone.step })
  return inserted.length === 1
}

export const findDoneStep = async (db: Db, step: GoLiveStep) => {
  const [row] = await db.select().from(goLiveDone).where(eq(goLiveDone.step, step))
  return row
}

/** False if it wasn't done. */
export const deleteDoneStep = async (db: Db, step: GoLiveStep): Promise<boolean> => {
  const deleted = await db
    .delete(goLiveDone)
    .where(eq(goLiveDone.step, step))
    .returning({ step: goLiveDone.step })
  return deleted.length === 1
}
