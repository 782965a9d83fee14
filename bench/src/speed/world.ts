// Everything a request measurement needs: a filled database, our server, the bare server and a signed-in staff member.
import { startSandbox } from '@invoice-desk/sandbox/start'
import { type ServerProcess, startServer } from '@invoice-desk/testing/app/server-process'
import { NO_REQUEST_LIMIT } from '@invoice-desk/testing/app/settings'
import { createCaller } from '@invoice-desk/testing/http/caller'
import { STAFF } from '@invoice-desk/testing/people'
import pg from 'pg'
import { freePort } from '../../../scripts/lib/ports.mjs'
import { createMeter, type Meter } from './cpu.ts'
import { prepareDatabase } from './database.ts'
import type { Seeded } from './seed.ts'
import { startBare, startServices } from './server-process.ts'

export type World = AsyncDisposable & {
  readonly seeded: Seeded
  readonly ours: ServerProcess
  readonly bare: ServerProcess
  readonly staffToken: string
  readonly pool: pg.Pool
  /** CPU time of our server and of the bare server, each with the database. */
  readonly meters: readonly [Meter, Meter]
  /** CPU time of the external services. */
  readonly outsideMeter: Meter
  /** A new number for each call, for requests that must be unique. */
  nextNumber(): number
}

export const startWorld = async (
  tasks: number,
  /** Settings of PostgreSQL. */
  settings: Readonly<Record<string, string>> = {},
): Promise<World> => {
  await using stack = new AsyncDisposableStack()
  const { seeded, databaseUrl, dataDir } = stack.use(await prepareDatabase(tasks, settings))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir, appUrl: url })
  stack.defer(sandbox.close)
  const services = await startServices()
  stack.defer(services.stop)
  const env = {
    ...UNLIMITED,
    ...addressesAt(services.url),
    PUBLIC_URL: url,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
  }
  const ours = await startServer(sandbox, port, env, 'inherit')
  stack.defer(ours.stop)
  const bare = await startBare(env)
  stack.defer(bare.stop)
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  stack.defer(() => pool.end())
  const { idToken: staffToken } = await createCaller(url).signIn(STAFF)
  const meters = [
    await createMeter(ours.process.pid, pool),
    await createMeter(bare.process.pid, pool),
  ] as const
  const outsideMeter = await createMeter(services.process.pid)
  const resources = stack.move()
  let number = 0
  return {
    seeded,
    ours,
    bare,
    staffToken,
    pool,
    meters,
    outsideMeter,
    nextNumber: () => {
      number += 1
      return number
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

/** The sandbox keeps books and validates requests; these services cost almost nothing. */
const addressesAt = (url: string) => ({
  RECAPTCHA_VERIFY_URL: `${url}/siteverify`,
  QBO_API_URL: url,
  STRIPE_API_URL: url,
})

/** Limits are counted as usual, but never reached. */
export const UNLIMITED = {
  ...NO_REQUEST_LIMIT,
  RATE_LIMIT_FACTOR: '100000',
  QBO_CALLS_PER_SECOND: '1000000',
  QBO_CALLS_PER_MINUTE: '1000000',
}
