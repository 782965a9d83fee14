// Reports whether the database and the job queue are working.
import { getHealth } from '@invoice-desk/contract/system/system'
import { sql } from 'drizzle-orm'
import type { Dependencies } from '../dependencies.ts'
import { AppError } from '../lib/app-error.ts'
import type { Bind } from './bind.ts'

export const healthRoutes = (bind: Bind, { database: { db }, jobs }: Dependencies): void => {
  bind(getHealth, async () => {
    const selected = await db.execute(sql`SELECT 1`).catch(() => undefined)
    if (!selected || !jobs.isRunning()) throw new AppError('unavailable')
    return { status: 'ok', database: 'ok', jobs: 'ok' } as const
  })
}
