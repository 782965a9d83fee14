// Everything a measurement of requests needs: a filled database, the server, the bare one, and a signed-in member
// of staff.
import { startSandbox } from '@invoice-desk/sandbox/start'
import { type ServerProcess, startServer } from '@invoice-desk/testing/app/server-process'
import { NO_REQUEST_LIMIT } from '@invoice-desk/testing/app/settings'
import { createCaller } from '@invoice-desk/testing/http/caller'
import { STAFF } from '@invoice-desk/testing/people'
import pg from 'pg'
import { freePort } from '../../../scripts/lib/ports.mjs'
import { createMeter, type Meter } from './cpu.ts'
import { type DatabaseKind, prepareDatabase } from './databases.ts'
import type { Seeded } from './seed.ts'
import { startBare, startServices } from './server-process.ts'

export type World = {
  readonly kind: DatabaseKind
  readonly seeded: Seeded
  readonly ours: ServerProcess
  readonly bare: ServerProcess
  readonly staffToken: string
  /** Only of PostgreSQL: the embedded database has no place for a second process. */
  readonly pool: pg.Pool | undefined
  /** Processor time of ours and of the bare one, each with the database. */
  readonly meters: readonly [Meter, Meter]
  /** Processor time of the outside services. */
  readonly outsideMeter: Meter
  /** Numbers that no other call of this world gets, for what must be new every time. */
  nextNumber(): number
  close(): Promise<void>
}

export const startWorld = async (
  kind: DatabaseKind,
  tasks: number,
  /** Of PostgreSQL. */
  settings: Readonly<Record<string, string>> = {},
): Promise<World> => {
  const undo: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const database = await prepareDatabase(kind, tasks, settings)
    undo.push(database.drop)
    const port = await freePort()
    const url = `http://localhost:${port}`
    const dataDir = database.ours.DATA_DIR
    const sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir, appUrl: url })
    undo.push(sandbox.close)
    const services = await startServices()
    undo.push(services.stop)
    const env = { ...UNLIMITED, ...addressesAt(services.url), PUBLIC_URL: url }
    const ours = await startServer(sandbox, port, { ...database.ours, ...env }, 'inherit')
    undo.push(ours.stop)
    const bare = await startBare({ ...database.bare, ...env })
    undo.push(bare.stop)
    const { DATABASE_URL } = database.ours
    const pool = DATABASE_URL ? new pg.Pool({ connectionString: DATABASE_URL, max: 2 }) : undefined
    if (pool) undo.push(() => pool.end())
    let number = 0
    return {
      kind,
      seeded: database.seeded,
      ours,
      bare,
      staffToken: (await createCaller(url).signIn(STAFF)).idToken,
      pool,
      meters: [
        await createMeter(ours.process.pid, pool),
        await createMeter(bare.process.pid, pool),
      ],
      outsideMeter: await createMeter(services.process.pid, undefined),
      nextNumber: () => {
        number += 1
        return number
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The sandbox keeps books and checks what it is told; here the services cost next to nothing. */
const addressesAt = (url: string) => ({
  RECAPTCHA_VERIFY_URL: `${url}/siteverify`,
  QBO_API_URL: url,
  STRIPE_API_URL: url,
})

/** Limits are counted as ever, but nobody reaches them. */
const UNLIMITED = {
  ...NO_REQUEST_LIMIT,
  RATE_LIMIT_FACTOR: '100000',
  QBO_CALLS_PER_SECOND: '1000000',
  QBO_CALLS_PER_MINUTE: '1000000',
}
