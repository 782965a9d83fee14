// The QuickBooks Online emulator: OAuth, the accounting API, webhooks and pages.
import type { Emulator, EmulatorContext } from '../emulator.ts'
import type { WriteFault } from '../faults.ts'
import { faultOfStatus } from './api/fault.ts'
import { registerApi } from './api/routes.ts'
import { traceId } from './api/wire.ts'
import { registerOAuth } from './oauth/routes.ts'
import { registerPages } from './pages/routes.ts'
import {
  CLIENT_ID,
  CLIENT_SECRET,
  createQuickBooks,
  type QuickBooks,
  WEBHOOK_TOKEN,
} from './quickbooks.ts'
import { ENTITY_NAMES } from './records/entities.ts'
import { registerSwitches } from './switches.ts'

export const quickbooksEmulator = (context: EmulatorContext): Emulator => {
  const quickbooks = createQuickBooks(context)
  registerApi(context.app, quickbooks)
  registerOAuth(context.app, quickbooks)
  registerSwitches(context.app, quickbooks)
  registerPages(context.app, quickbooks)
  const { url } = context
  return {
    name: 'quickbooks',
    settings: {
      QBO_CLIENT_ID: CLIENT_ID,
      QBO_CLIENT_SECRET: CLIENT_SECRET,
      QBO_WEBHOOK_TOKEN: WEBHOOK_TOKEN,
      QBO_AUTHORIZE_URL: `${url}/connect/oauth2`,
      QBO_TOKEN_URL: `${url}/oauth2/v1/tokens/bearer`,
      QBO_REVOKE_URL: `${url}/v2/oauth2/tokens/revoke`,
      QBO_API_URL: url,
      QBO_APP_URL: url,
    },
    page: () => ({
      title: 'QuickBooks',
      path: '/quickbooks',
      summary: 'Browse the company, pay bills, edit invoices and control the connection.',
    }),
    writeFault: writeFaultOf(quickbooks),
    state: () => stateOf(quickbooks),
    settle: quickbooks.settle,
    reset: quickbooks.reset,
    close: quickbooks.close,
  }
}

/** The first company's records as `vendors`, `billPayments` and so on. */
const stateOf = ({ first, oauth, settings }: QuickBooks) => {
  const keyOf = (name: string) => `${name.charAt(0).toLowerCase()}${name.slice(1)}s`
  const records = ENTITY_NAMES.map((name) => [keyOf(name), first.list(name)])
  return {
    company: first.company,
    ...Object.fromEntries(records),
    oauth: oauth.summary(),
    switches: settings.get(),
  }
}

const writeFaultOf =
  ({ settings }: QuickBooks): WriteFault =>
  (mode, status = 500) => {
    const statusOf = { error: status, throttle: 429, 'expire-token': 401 }
    const answer = faultOfStatus(statusOf[mode], settings.get().rate)
    return { ...answer, headers: { ...answer.headers, intuit_tid: traceId() } }
  }
