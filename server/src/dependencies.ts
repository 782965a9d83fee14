// Everything features depend on, created once in server.ts.
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Db } from './db/client.ts'
import type { Books } from './features/accounting/books.ts'
import type { CurrentSettings } from './features/system/settings/current-settings.ts'
import type { Callers } from './http/callers.ts'
import type { RateLimits } from './http/rate-limits.ts'
import type { Jobs } from './jobs/queue.ts'
import type { Files } from './providers/files/files.ts'
import type { Gmail } from './providers/google/gmail.ts'
import type { Google } from './providers/google/google.ts'
import type { HumanCheck } from './providers/human-check.ts'
import type { Mailer } from './providers/mail.ts'
import type { PaymentDrivers } from './providers/payment-providers.ts'
import type { QuickBooks } from './providers/quickbooks/quickbooks.ts'
import type { Config } from './settings/config.ts'

export type Dependencies = {
  readonly config: Config
  readonly settings: CurrentSettings
  readonly log: FastifyBaseLogger
  readonly database: Database
  readonly jobs: Jobs
  readonly callers: Callers
  readonly rateLimits: RateLimits
  readonly files: Files
  readonly google: Google
  readonly gmail: Gmail
  readonly humanCheck: HumanCheck
  readonly mailer: Mailer
  readonly quickbooks: QuickBooks
  readonly books: Books
  readonly copyListener: CopyListener
  readonly drivers: PaymentDrivers
}

/** Who wants to know what changed in our copy of QuickBooks, so that the copy depends on none of them. */
export type CopyListener = {
  /** Runs in the transaction that stores the changes. */
  billsChanged(tx: Db, realmId: string, billIds: readonly string[]): Promise<void>
  /** Runs after everything was read. */
  refreshed(dependencies: Dependencies): Promise<void>
}
