// The PayPal emulator: the API, the browser script, the payer's window and webhooks.
import type { Emulator, EmulatorContext } from '../emulator.ts'
import type { WriteFault } from '../faults.ts'
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
    page: () => ({
      title: 'PayPal',
      path: '/paypal',
      summary: `PayPal orders: ${books.orders.size}. Refund or dispute them, or settle pending ones.`,
    }),
    writeFault,
    state: () => ({
      orders: books.orders.list().map((row) => fullOrder(merchant, row)),
      captures: books.captures.list().map(({ capture }) => capture),
      refunds: books.refunds.list().map(({ refund }) => refund),
      disputes: books.disputes.list().map(({ dispute }) => dispute),
      events: merchant.events.list().map(({ id, event_type, create_time }) => ({
        id,
        event_type,
        create_time,
      })),
      switches: merchant.switches.get(),
    }),
    settle: merchant.settle,
    reset: merchant.reset,
    close: merchant.close,
  }
}

const FAULTS = {
  error: 'INTERNAL_SERVER_ERROR',
  throttle: 'RATE_LIMIT_REACHED',
  'expire-token': 'AUTHENTICATION_FAILURE',
} as const

const writeFault: WriteFault = (mode, errorStatus) => {
  const status = mode === 'error' ? errorStatus : undefined
  const { statusCode, body } = new PayPalFault(status ? faultNameOf(status) : FAULTS[mode])
  return { status: status ?? statusCode, body, headers: { 'paypal-debug-id': newDebugId() } }
}
