// Creates what both the server and `npm run doctor` use: the file store and QuickBooks.
import type { Dependencies } from './dependencies.ts'
import { createConnectionStore } from './features/accounting/connection/connection-store.ts'
import { createPaceStore } from './features/accounting/connection/pace-store.ts'
import { sendJob } from './jobs/queue.ts'
import { createFiles } from './providers/files/files.ts'
import { createQuickBooks } from './providers/quickbooks/quickbooks.ts'
import { withoutRenewal } from './providers/quickbooks/tokens.ts'

type Base = Pick<Dependencies, 'config' | 'log' | 'database'>
/** A process that doesn't renew QuickBooks' tokens uses them only while they work. */
type Options = { readonly renewsTokens: boolean }

export const createServices = (base: Base, { renewsTokens }: Options) => {
  const { config, log } = base
  const connection = createConnectionStore({ ...base, jobs: { send: sendJob } })
  const store = renewsTokens ? connection : withoutRenewal(connection)
  return {
    ...base,
    files: createFiles(config),
    quickbooks: createQuickBooks(config, log, store, createPaceStore(base)),
  }
}
