// The QuickBooks Online API that features use, in our own terms and in cents.
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../settings/config.ts'
import { createAttachments } from './attachments.ts'
import { createBills } from './bills.ts'
import { createChanges } from './changes.ts'
import { type Client, createClient } from './client.ts'
import { createCompany, readCompany } from './company.ts'
import { createCustomers } from './customers.ts'
import { createInvoices } from './invoices.ts'
import { createOAuth } from './oauth.ts'
import { createPacer, type PaceStore, type Priority } from './pacing.ts'
import { createPayments } from './payments.ts'
import { type Access, createSend } from './send.ts'
import { type ConnectionStore, createTokens } from './tokens.ts'
import { createVendors } from './vendors.ts'

export type QuickBooks = ReturnType<typeof createQuickBooks>

export const createQuickBooks = (
  config: Config,
  log: FastifyBaseLogger,
  store: ConnectionStore,
  pace: PaceStore,
) => {
  const oauth = createOAuth(config)
  const send = createSend(config.quickbooks, log)
  const tokens = createTokens(store, oauth)
  const pacer = createPacer(pace)
  const apiFor = (priority: Priority) => createApi(createClient(send, tokens, pacer, priority))
  const apis = {
    money: apiFor('money'),
    staff: apiFor('staff'),
    visitors: apiFor('visitors'),
    background: apiFor('background'),
  }
  return {
    oauth,
    readCompany: (access: Access) => readCompany(send, access),
    /**
     * `money` for payments and their booking, `visitors` for people without an account, `background` if no one waits,
     * otherwise `staff`.
     */
    for: (priority: Priority) => apis[priority],
  }
}

const createSales = (client: Client) => ({
  customers: createCustomers(client),
  invoices: createInvoices(client),
  payments: createPayments(client),
})

const createApi = (client: Client) => ({
  ...createSales(client),
  /** Reads only while this company is connected. */
  salesOf: (realmId: string) => createSales({ ...client, ...client.readerOf(realmId) }),
  company: createCompany(client),
  attachments: createAttachments(client),
  bills: createBills(client),
  changesOf: (realmId: string) => createChanges(client.readerOf(realmId)),
  vendors: createVendors(client),
})
