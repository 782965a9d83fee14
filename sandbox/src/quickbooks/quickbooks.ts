// Connects the emulator's parts for its routes and pages.
import type { EmulatorContext } from '../emulator.ts'
import { createSlowCalls } from '../slow-calls.ts'
import { createFiles } from './api/attachments.ts'
import { createReplay } from './api/replay.ts'
import { createThrottle } from './api/throttle.ts'
import { createOAuth } from './oauth/tokens.ts'
import { type Books, type Company, openBooks } from './records/books.ts'
import { type FillCounts, fillBooks } from './seeds/fill.ts'
import { COMPANIES, seedBooks } from './seeds/seeds.ts'
import { createSettings } from './settings.ts'
import { createWebhooks } from './webhooks.ts'

export const CLIENT_ID = 'ABsandboxInvoiceDeskClientId0001'
export const CLIENT_SECRET = 'sandboxInvoiceDeskClientSecret01'
export const WEBHOOK_TOKEN = '5f2c1f0e-3f0b-4a53-9d0c-sandbox00001'

export type QuickBooks = ReturnType<typeof createQuickBooks>

export const createQuickBooks = (context: EmulatorContext) => {
  const { store } = context
  const settings = createSettings(store)
  const oauth = createOAuth(store, () => settings.get().rotation)
  const webhooks = createWebhooks({
    token: WEBHOOK_TOKEN,
    url: () => `${context.appUrl}/api/qbo/webhook`,
    mode: () => settings.get().webhooks,
    delivery: () => settings.get().delivery,
    isConnected: oauth.isConnected,
  })
  const open = (company: Company) => openBooks(store, company, webhooks.notify, settings.get)
  const first = open(COMPANIES[0])
  const companies = [first, open(COMPANIES[1])]
  const throttle = createThrottle(() => settings.get().rate)
  const replay = createReplay(store, () => settings.get().overlap)
  const slowCalls = createSlowCalls('/quickbooks', () => settings.get().slow)
  const files = createFiles(store)

  const seed = () =>
    store.transaction(() => {
      for (const books of companies) if (books.list('Account').length === 0) seedBooks(books)
    })
  const stop = () => {
    slowCalls.clear()
    webhooks.clear()
  }
  seed()

  return {
    context,
    companies,
    /** The company that the state and the home page show. */
    first,
    settings,
    oauth,
    webhooks,
    throttle,
    replay,
    slowCalls,
    files,
    findBooks: (realmId: string): Books | undefined =>
      companies.find(({ company }) => company.realmId === realmId),
    fill: (counts: FillCounts) => fillBooks(first, counts),
    settle: () => {
      slowCalls.clear()
      return webhooks.settle()
    },
    reset: () => {
      stop()
      throttle.clear()
      store.transaction(() => {
        for (const part of [settings, oauth, replay, files, ...companies]) part.clear()
      })
      seed()
      for (const books of companies) books.skipUsedIds()
    },
    close: stop,
  }
}
