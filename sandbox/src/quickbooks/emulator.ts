// A stand-in for QuickBooks Online that speaks its wire protocol.
import type { Emulator, EmulatorContext } from '../emulator.ts'
import type { WordFault } from '../faults.ts'
import { faultOfStatus, notAuthenticated, throttled } from './api/fault.ts'
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
import { stateOf } from './state.ts'
import { registerSwitches } from './switches/routes.ts'

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
    page: {
      title: 'QuickBooks',
      path: '/quickbooks',
      summary: 'Browse the company, pay a bill, edit an invoice, and play with the connection.',
    },
    faultAnswer: faultAnswerOf(quickbooks),
    state: () => stateOf(quickbooks),
    reset: quickbooks.reset,
    close: quickbooks.close,
  }
}

const faultAnswerOf =
  ({ settings }: QuickBooks): WordFault =>
  (mode, status = 500) => {
    const { rate } = settings.get()
    const answer =
      mode === 'throttle'
        ? throttled(rate)
        : mode === 'expire-token'
          ? notAuthenticated('Token expired')
          : faultOfStatus(status, rate)
    return { ...answer, headers: { ...answer.headers, intuit_tid: traceId() } }
  }
