// Lists the payment providers, and creates their drivers.

import type { PaymentMethod } from '@invoice-desk/contract/payments/payment-methods'
import {
  byMethod,
  PAYMENT_METHOD_IDS,
  PAYMENT_METHODS,
} from '@invoice-desk/contract/payments/payment-methods'
import type {
  AppSettings,
  PaymentDriver,
  PaymentProvider,
  PaymentSettings,
} from './payment-provider.ts'
import { paypalProvider } from './paypal/paypal.ts'
import { ProviderError } from './provider-error.ts'
import { stripeProvider } from './stripe/stripe.ts'

export const PAYMENT_PROVIDERS: Readonly<Record<PaymentMethod, PaymentProvider>> = {
  stripe: stripeProvider,
  paypal: paypalProvider,
}

export type PaymentDrivers = Readonly<Record<PaymentMethod, PaymentDriver>>

type Settings = AppSettings & {
  readonly payments: Readonly<Record<PaymentMethod, PaymentSettings | undefined>>
}

export const createPaymentDrivers = (config: Settings): PaymentDrivers =>
  byMethod(PAYMENT_METHOD_IDS, (method) => {
    const settings = config.payments[method]
    return settings ? PAYMENT_PROVIDERS[method].createDriver(settings, config) : missing(method)
  })

/** For attempts made before the business removed this provider's settings. */
const missing = (method: PaymentMethod): PaymentDriver => {
  const refuse = async () => {
    const { provider } = PAYMENT_METHODS[method]
    throw new ProviderError(method, 'auth', `${provider} isn't set up`)
  }
  return { open: refuse, confirm: refuse, find: refuse, cancel: refuse, readWebhook: refuse }
}
