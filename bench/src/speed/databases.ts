// A database with tasks in it for each side: one PostgreSQL for both, or an embedded copy each.
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { KEYRING } from '@invoice-desk/testing/app/settings'
import { STAFF } from '@invoice-desk/testing/people'
import { startPostgres } from '../../../scripts/lib/postgres.mjs'
import { type Database, openDatabase } from '../../../server/src/db/client.ts'
import { migrateDatabase } from '../../../server/src/db/migrate.ts'
import { sealTokens } from '../../../server/src/features/accounting/connection/connection-store.ts'
import { replaceConnection } from '../../../server/src/features/accounting/connection/queries.ts'
import { startJobs } from '../../../server/src/jobs/queue.ts'
import { createSealer } from '../../../server/src/sealing.ts'
import { type Seeded, seed } from './seed.ts'
import { REALM } from './services/books.ts'

export type DatabaseKind = 'postgres' | 'embedded'

export type Prepared = {
  readonly seeded: Seeded
  /** Settings that lead ours and the bare one to their database. */
  readonly ours: Readonly<Record<string, string>> & { readonly DATA_DIR: string }
  readonly bare: Readonly<Record<string, string>> & { readonly DATA_DIR: string }
  drop(): Promise<void>
}

export const prepareDatabase = async (
  kind: DatabaseKind,
  tasks: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<Prepared> => {
  const folder = await mkdtemp(join(tmpdir(), 'desk-bench-'))
  const ours = join(folder, 'ours')
  const bare = join(folder, 'bare')
  if (kind === 'embedded') {
    const seeded = await fill({ dataDir: ours }, tasks)
    await cp(ours, bare, { recursive: true })
    const drop = () => rm(folder, { recursive: true, force: true })
    return { seeded, ours: { DATA_DIR: ours }, bare: { DATA_DIR: bare }, drop }
  }
  const postgres = await startPostgres(settings)
  if (!postgres)
    throw new Error('no PostgreSQL server on this machine, and none could be installed')
  const { url } = postgres
  const drop = async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const seeded = await fill({ dataDir: ours, databaseUrl: url }, tasks)
    return {
      seeded,
      ours: { DATA_DIR: ours, DATABASE_URL: url },
      bare: { DATA_DIR: bare, DATABASE_URL: url },
      drop,
    }
  } catch (error) {
    await drop()
    throw error
  }
}

const fill = async (
  where: { dataDir: string; databaseUrl?: string },
  tasks: number,
): Promise<Seeded> => {
  const database = await openDatabase(where)
  try {
    await migrateDatabase(database.pool)
    const jobs = await startJobs(database, console, 'UTC')
    await jobs.stop()
    await database.pool.query(HOLD_JOBS)
    await connectBooks(database)
    return await seed(database.pool, tasks)
  } finally {
    await database.close()
  }
}

/** Connected for longer than any measurement takes, so that nobody renews anything meanwhile. */
const connectBooks = ({ db }: Database): Promise<void> => {
  const later = new Date(Date.now() + 86_400_000)
  const tokens = {
    accessToken: 'bench-access',
    accessExpiresAt: later,
    refreshToken: 'bench-refresh',
    refreshExpiresAt: later,
  }
  return replaceConnection(db, {
    ...sealTokens(createSealer(KEYRING, 'quickbooks'), tokens),
    realmId: REALM,
    companyName: 'Bench',
    connectedBy: STAFF,
  })
}

/**
 * A request only stores its jobs; sending the mails is work of its own that would run through both sides'
 * rounds. So jobs are stored as ever, but for tomorrow, and so is the next look at a payment.
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
