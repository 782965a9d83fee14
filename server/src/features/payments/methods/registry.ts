// Creates the driver of each payment method.
import type { PaymentMethod } from '@invoice-desk/contract/payment-methods'
import type { Config } from '../../../config.ts'
import type { PaymentDriver } from './driver.ts'
import { createPaypalDriver } from './paypal-driver.ts'
import { createStripeDriver } from './stripe-driver.ts'

export type PaymentDrivers = Readonly<Record<PaymentMethod, PaymentDriver>>

export const createPaymentDrivers = (config: Config): PaymentDrivers => ({
  stripe: createStripeDriver(config),
  paypal: createPaypalDriver(config),
})
