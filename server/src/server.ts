// Creates the server from its settings, and closes everything in reverse order.
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createApp } from './app.ts'
import { migrateDatabase } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import type { Dependencies } from './dependencies.ts'
import { createBooks } from './features/accounting/books.ts'
import { resealTokens } from './features/accounting/connection/connection-store.ts'
import { copyJob } from './features/accounting/job-kinds.ts'
import { accountingJobs } from './features/accounting/jobs.ts'
import { approvalJobs } from './features/approval/jobs.ts'
import { billJobs } from './features/bills/jobs.ts'
import { contractorJobs } from './features/contractor/jobs.ts'
import { customerInvoiceJobs } from './features/customer-invoices/jobs.ts'
import { identityJobs } from './features/identity/jobs.ts'
import { resealGrants } from './features/identity/sessions/grant-vault.ts'
import { startJanitor } from './features/payments/attempt/janitor.ts'
import { paymentJobs } from './features/payments/jobs.ts'
import { noticeRestore } from './features/payments/restore/restore.ts'
import { postingCopyListener } from './features/posting/copy-listener.ts'
import { postingJobs } from './features/posting/jobs.ts'
import { relayJobs } from './features/relay/jobs.ts'
import { resealRelay } from './features/relay/reseal.ts'
import { startSmtp } from './features/relay/smtp/smtp-server.ts'
import { retailerJobs } from './features/retailer/jobs.ts'
import { systemJobs } from './features/system/jobs.ts'
import { createCurrentSettings } from './features/system/settings/current-settings.ts'
import { invitationJobs } from './features/vendors/invitations/jobs.ts'
import { resealTaxIds } from './features/vendors/invitations/tax-id.ts'
import { vendorJobs } from './features/vendors/mails.ts'
import { createCallers } from './http/callers.ts'
import { createRateLimits } from './http/rate-limits.ts'
import { migrateAsOwner } from './jobs/migrate-as-owner.ts'
import { startJobs } from './jobs/queue.ts'
import { createLog } from './lib/log.ts'
import { keepPrivate } from './lib/private-folder.ts'
import { warnAboutLogo } from './pdf/logo.ts'
import { createGmail } from './providers/google/gmail.ts'
import { createGoogle } from './providers/google/google.ts'
import { createHumanCheck } from './providers/human-check.ts'
import { createMailer } from './providers/mail.ts'
import { createPaymentDrivers } from './providers/payment-providers.ts'
import { createServices } from './services.ts'
import type { Config } from './settings/config.ts'

const JOBS = [
  identityJobs,
  billJobs,
  contractorJobs,
  approvalJobs,
  postingJobs,
  vendorJobs,
  invitationJobs,
  accountingJobs,
  customerInvoiceJobs,
  paymentJobs,
  retailerJobs,
  relayJobs,
  systemJobs,
] as const

export type RunningServer = {
  readonly app: FastifyInstance
  readonly dependencies: Dependencies
  /** Finishes running requests and jobs, then closes everything. */
  close(): Promise<void>
}

export const createServer = async (environment: Config): Promise<RunningServer> => {
  const log = createLog(environment)
  const undo: (() => Promise<void> | void)[] = []
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    // Invoice files and relayed messages
    keepPrivate(join(environment.dataDir, 'files'))
    const database = await openDatabase(environment)
    undo.push(() => database.close())
    const settings = createCurrentSettings({ environment, database, log })
    const { config } = settings
    if (database.kind === 'embedded' && config.mode === 'live') {
      log.warn(
        'The embedded database survives a crash but not a power failure. Set DATABASE_URL to use PostgreSQL.',
      )
    }
    warnAboutLogo(environment, log)
    const mailer = createMailer(config)
    undo.push(mailer.close)
    const { migrationDatabaseUrl } = environment
    const ownsTables = migrationDatabaseUrl === undefined
    const migrating = ownsTables
      ? migrateDatabase(database.pool)
      : migrateAsOwner(migrationDatabaseUrl, database, log)
    // The queue makes its own tables, so it can start during the migration if there's a second connection.
    if (database.kind === 'embedded' || !ownsTables) await migrating
    const starting = startJobs(database, log, () => config.businessTimeZone, ownsTables)
    undo.push(() => starting.then((jobs) => jobs.stop()).catch(() => {}))
    const [jobs] = await Promise.all([starting, migrating])
    await noticeRestore({ config, database, log })
    await settings.refresh()
    const services = createServices({ config, log, database }, { renewsTokens: true })
    const dependencies: Dependencies = {
      ...services,
      settings,
      jobs,
      callers: createCallers(),
      rateLimits: createRateLimits(database.pool, config),
      mailer,
      google: createGoogle(config),
      gmail: createGmail(config),
      humanCheck: createHumanCheck(config),
      books: createBooks(services),
      copyListener: postingCopyListener,
      drivers: createPaymentDrivers(config),
    }
    const [app] = await Promise.all([
      createApp(dependencies),
      jobs.start(JOBS.flatMap((jobsOf) => jobsOf(dependencies))),
    ])
    undo.push(() => app.close())
    // Reads what changed in QuickBooks while the server was stopped.
    await jobs.send(database.db, copyJob, null)
    const resealing = resealTaxIds(dependencies)
      .then(() => resealGrants(dependencies))
      .then(() => resealRelay(dependencies))
      .then(() => resealTokens(dependencies))
      .catch((error: unknown) =>
        log.error(
          { err: error },
          'Re-encrypting stored secrets failed, will retry at the next start',
        ),
      )
    undo.push(() => resealing)
    const watch = settings.watch(jobs.followTimeZone)
    undo.push(watch.stop)
    const janitor = startJanitor(dependencies)
    undo.push(() => janitor.stop())
    const smtp = await startSmtp(dependencies)
    undo.push(smtp.close)
    return { app, dependencies, close }
  } catch (error) {
    await close()
    throw error
  }
}
