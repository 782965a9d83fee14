// A PostgreSQL database filled with tasks, which both servers use.
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { KEYRING } from '@invoice-desk/testing/app/settings'
import { STAFF } from '@invoice-desk/testing/people'
import { startPostgres } from '../../../scripts/lib/postgres.mjs'
import type { Database } from '../../../server/src/db/client.ts'
import { migrateDatabase } from '../../../server/src/db/migrate.ts'
import { openDatabase } from '../../../server/src/db/open.ts'
import { sealTokens } from '../../../server/src/features/accounting/connection/connection-store.ts'
import { replaceConnection } from '../../../server/src/features/accounting/connection/queries.ts'
import { upsertRecords } from '../../../server/src/features/accounting/copy/records.ts'
import { startJobs } from '../../../server/src/jobs/queue.ts'
import { RECORDS } from '../../../server/src/providers/quickbooks/changes.ts'
import { createSealer } from '../../../server/src/secrets/sealing.ts'
import { type Seeded, seed } from './seed.ts'
import { CUSTOMERS, REALM, recordsOf } from './services/books.ts'

/** As in production: a commit waits until it's on disk. Tests turn this off. */
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }

type Started = AsyncDisposable & { readonly databaseUrl: string; readonly dataDir: string }

/** An empty database, and a folder for files. */
export const startDatabase = async (
  settings: Readonly<Record<string, string>> = {},
): Promise<Started> => {
  await using stack = new AsyncDisposableStack()
  const { path: dataDir } = stack.use(await mkdtempDisposable(join(tmpdir(), 'desk-bench-')))
  const postgres = await startPostgres({ ...DURABLE, ...settings })
  if (!postgres) throw new Error('this run needs PostgreSQL')
  stack.defer(postgres.stop)
  const resources = stack.move()
  return {
    databaseUrl: postgres.url,
    dataDir,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

export const prepareDatabase = async (
  tasks: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<Started & { readonly seeded: Seeded }> => {
  await using stack = new AsyncDisposableStack()
  const { databaseUrl, dataDir } = stack.use(await startDatabase(settings))
  const seeded = await fill(dataDir, databaseUrl, tasks)
  const resources = stack.move()
  return { seeded, databaseUrl, dataDir, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

const fill = async (dataDir: string, databaseUrl: string, tasks: number): Promise<Seeded> => {
  const database = await openDatabase({ dataDir, databaseUrl })
  try {
    await migrateDatabase(database.pool)
    const jobs = await startJobs(database, console, () => 'UTC')
    await jobs.stop()
    await database.pool.query(HOLD_JOBS)
    await connectBooks(database)
    await fillCopy(database)
    return await seed(database.pool, tasks)
  } finally {
    await database.close()
  }
}

/** The tokens outlive every measurement, so nothing is refreshed in between. */
const connectBooks = ({ db }: Database): Promise<void> => {
  const later = new Date(Date.now() + 86_400_000)
  const tokens = {
    accessToken: 'bench-access',
    accessExpiresAt: later,
    refreshToken: 'bench-refresh',
    refreshExpiresAt: later,
    hardExpiresAt: null,
  }
  return replaceConnection(db, {
    ...sealTokens(createSealer(KEYRING, 'quickbooks'), tokens),
    realmId: REALM,
    companyName: 'Bench',
    connectedBy: STAFF,
  })
}

/** Our copy of QuickBooks. It stays current for a day, so the rounds read it and nothing refreshes it. */
const fillCopy = async ({ db, pool }: Database): Promise<void> => {
  for (let first = 0; first < CUSTOMERS; first += CUSTOMERS_AT_ONCE) {
    const customers = Array.from({ length: CUSTOMERS_AT_ONCE }, (_, n) => recordsOf(first + n))
    for (const kind of ['customer', 'invoice', 'payment', 'creditmemo'] as const) {
      const records = customers.flatMap((customer): object[] => customer[kind])
      const parsed = records.map((record) => RECORDS[kind].record.parse(record))
      await upsertRecords(db, REALM, kind, parsed)
    }
  }
  await pool.query(
    `INSERT INTO qbo_copy (realm_id, filled_at, checked_at, leased_until)
     VALUES ($1, now(), now() + interval '1 day', 'infinity')
     ON CONFLICT (realm_id) DO UPDATE SET fill = NULL, filled_at = excluded.filled_at,
       checked_at = excluded.checked_at, leased_until = excluded.leased_until`,
    [REALM],
  )
}

const CUSTOMERS_AT_ONCE = 50

/**
 * A request only stores its jobs. Running them would disturb the rounds of both servers, so jobs and payment checks
 * are put off until tomorrow.
 */
const HOLD_JOBS = `
  CREATE FUNCTION hold_job() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.start_after = now() + interval '1 day';
    RETURN NEW;
  END $$;
  CREATE TRIGGER hold_job BEFORE INSERT ON jobs.job FOR EACH ROW EXECUTE FUNCTION hold_job();
  CREATE FUNCTION hold_payment() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.next_check_at = NEW.next_check_at + interval '1 day';
    RETURN NEW;
  END $$;
  CREATE TRIGGER hold_payment BEFORE INSERT OR UPDATE ON payment_attempt
    FOR EACH ROW EXECUTE FUNCTION hold_payment();`
