// A stand-in for PayPal: its API, its script for the browser, the payer's window, and webhooks.
import type { Emulator, EmulatorContext } from '../emulator.ts'
import type { WordFault } from '../faults.ts'
import { faultNameOf, PayPalFault } from './api/fault.ts'
import { registerApi } from './api/routes.ts'
import { registerV1 } from './api/v1-routes.ts'
import { registerDisputes } from './disputes/routes.ts'
import { CLIENT_ID, CLIENT_SECRET, newDebugId, WEBHOOK_ID } from './ids.ts'
import { openMerchant } from './merchant.ts'
import { fullOrder } from './orders/orders.ts'
import { registerButton } from './pages/button.ts'
import { registerWindow } from './pages/payer-window.ts'
import { registerPages } from './pages/routes.ts'

export const paypalEmulator = (context: EmulatorContext): Emulator => {
  const merchant = openMerchant(context)
  const { books } = merchant
  registerApi(context.app, merchant)
  registerV1(context.app, merchant)
  registerDisputes(context.app, merchant)
  registerWindow(context.app, merchant)
  registerButton(context.app)
  registerPages(context.app, merchant)
  return {
    name: 'paypal',
    settings: {
      PAYPAL_CLIENT_ID: CLIENT_ID,
      PAYPAL_CLIENT_SECRET: CLIENT_SECRET,
      PAYPAL_WEBHOOK_ID: WEBHOOK_ID,
      PAYPAL_API_URL: context.url,
      PAYPAL_JS_URL: `${context.url}/sdk/js`,
    },
    get page() {
      const count = books.orders.size
      const summary = `${count} ${count === 1 ? 'order' : 'orders'}. Refund or dispute one, or settle what is pending.`
      return { title: 'Wallet payments', path: '/paypal', summary }
    },
    faultAnswer,
    state: () => ({
      orders: books.orders.list().map((row) => fullOrder(merchant, row)),
      captures: books.captures.list().map(({ capture }) => capture),
      refunds: books.refunds.list().map(({ refund }) => refund),
      disputes: books.disputes.list().map(({ dispute }) => dispute),
      events: books.events.list().map(({ id, event_type, create_time }) => ({
        id,
        event_type,
        create_time,
      })),
      switches: merchant.switches.get(),
    }),
    reset: merchant.reset,
    close: merchant.close,
  }
}

const FAULTS = {
  error: 'INTERNAL_SERVER_ERROR',
  throttle: 'RATE_LIMIT_REACHED',
  'expire-token': 'AUTHENTICATION_FAILURE',
} as const

const faultAnswer: WordFault = (mode, wanted) => {
  const status = mode === 'error' ? wanted : undefined
  const { statusCode, body } = new PayPalFault(status ? faultNameOf(status) : FAULTS[mode])
  return { status: status ?? statusCode, body, headers: { 'paypal-debug-id': newDebugId() } }
}
