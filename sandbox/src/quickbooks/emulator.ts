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
    reset: quickbooks.reset,
    close: quickbooks.close,
  }
}

const stateOf = ({ first, oauth, settings }: QuickBooks) => ({
  company: first.company,
  vendors: first.list('Vendor'),
  accounts: first.list('Account'),
  bills: first.list('Bill'),
  billPayments: first.list('BillPayment'),
  customers: first.list('Customer'),
  invoices: first.list('Invoice'),
  payments: first.list('Payment'),
  creditMemos: first.list('CreditMemo'),
  paymentMethods: first.list('PaymentMethod'),
  items: first.list('Item'),
  attachables: first.list('Attachable'),
  oauth: oauth.summary(),
  switches: settings.get(),
})

const writeFaultOf =
  ({ settings }: QuickBooks): WriteFault =>
  (mode, status = 500) => {
    const statusOf = { error: status, throttle: 429, 'expire-token': 401 }
    const answer = faultOfStatus(statusOf[mode], settings.get().rate)
    return { ...answer, headers: { ...answer.headers, intuit_tid: traceId() } }
  }
