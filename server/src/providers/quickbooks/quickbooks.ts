// QuickBooks Online in our own words and cents: everything a feature may ask of it.
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config.ts'
import { later } from '../../later.ts'
import { createAccounts } from './accounts.ts'
import { createAttachments } from './attachments.ts'
import { createBills } from './bills.ts'
import { createChanges } from './changes.ts'
import { createClient } from './client.ts'
import { createCompany, nameOfCompany } from './company.ts'
import { createInvoices } from './invoices.ts'
import type { OAuth } from './oauth.ts'
import { createPacer } from './pacing.ts'
import { createPayments } from './payments.ts'
import { type Access, createSend } from './send.ts'
import { type ConnectionStore, createTokens } from './tokens.ts'
import { createVendors } from './vendors.ts'

/** QuickBooks serves ten at the same time; the rest would only be refused. */
const CONCURRENCY_MAX = 10
/** About a minute's worth: whoever would wait longer is better told so. */
const QUEUE_MAX = 500

export type QuickBooks = ReturnType<typeof createQuickBooks>

export const createQuickBooks = (
  config: Config,
  log: FastifyBaseLogger,
  store: ConnectionStore,
) => {
  const { callsPerSecond, callsPerMinute } = config.quickbooks
  const oauth = later<OAuth>(['authorizationUrl', 'exchangeCode', 'refresh', 'revoke'], async () =>
    (await import('./oauth.ts')).createOAuth(config),
  )
  const send = createSend(config.quickbooks, log)
  const pacer = createPacer({
    perSecond: callsPerSecond,
    perMinute: callsPerMinute,
    concurrencyMax: CONCURRENCY_MAX,
    queueMax: QUEUE_MAX,
  })
  const client = createClient(send, createTokens(store, oauth), pacer)
  return {
    oauth,
    nameOfCompany: (access: Access) => nameOfCompany(send, access),
    company: createCompany(client),
    accounts: createAccounts(client),
    attachments: createAttachments(client),
    bills: createBills(client),
    changes: createChanges(client),
    invoices: createInvoices(client),
    payments: createPayments(client),
    vendors: createVendors(client),
  }
}
