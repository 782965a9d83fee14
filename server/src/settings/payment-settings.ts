// Reads the settings of the payment providers, and finds what is missing or doesn't fit the mode.
import {
  byMethod,
  CARD_METHODS,
  PAYMENT_METHOD_IDS,
} from '@invoice-desk/contract/payments/payment-methods'
import { z } from 'zod'
import type { PaymentProvider } from '../providers/payment-provider.ts'
import { PAYMENT_PROVIDERS } from '../providers/payment-providers.ts'
import { address, type Given, type Problem, readSettings } from './config-values.ts'
import { isLive, originRule, problemsWith } from './live-settings.ts'

export const readPaymentSettings = (given: Given) => {
  const used = PAYMENT_METHOD_IDS.filter((method) => isUsed(PAYMENT_PROVIDERS[method], given))
  // Customers must be able to pay by card.
  const required = CARD_METHODS.some((method) => used.includes(method))
    ? []
    : CARD_METHODS.slice(0, 1)
  const needed = [...used, ...required]
  const read = byMethod(PAYMENT_METHOD_IDS, (method) =>
    readOne(PAYMENT_PROVIDERS[method], given, needed.includes(method)),
  )
  return {
    /** Undefined for a provider that the business doesn't use. */
    payments: byMethod(PAYMENT_METHOD_IDS, (method) => read[method].settings),
    problems: PAYMENT_METHOD_IDS.flatMap((method) => read[method].problems),
  }
}

const isUsed = ({ variables }: PaymentProvider, given: Given): boolean =>
  [variables.publicKey, variables.secretKey, variables.webhookSecret].some(
    (name) => given[name] !== undefined,
  )

const readOne = (provider: PaymentProvider, given: Given, isNeeded: boolean) => {
  const { variables, liveUrls } = provider
  const { publicKey, secretKey, webhookSecret, apiUrl, scriptUrl } = variables
  const values: Given = { [apiUrl]: liveUrls.apiUrl, [scriptUrl]: liveUrls.scriptUrl, ...given }
  const problems: Problem[] = []
  const settings = readSettings(
    {
      publicKey: [publicKey, z.string()],
      secretKey: [secretKey, z.string()],
      webhookSecret: [webhookSecret, z.string()],
      apiUrl: [apiUrl, address],
      scriptUrl: [scriptUrl, address],
    } as const,
    values,
    problems,
  )
  problems.push(...problemsWith(rulesOf(provider, given), values))
  return {
    settings: isNeeded ? settings : undefined,
    problems: isNeeded ? problems : problems.filter(([name]) => given[name] !== undefined),
  }
}

const rulesOf = ({ variables, liveUrls, rules }: PaymentProvider, given: Given) => {
  if (!isLive(given)) return [...rules.always, ...rules.sandbox]
  const originOf = (url: string) => [new URL(url).origin]
  return [
    ...rules.always,
    ...rules.live,
    originRule(variables.apiUrl, originOf(liveUrls.apiUrl)),
    originRule(variables.scriptUrl, originOf(liveUrls.scriptUrl)),
  ]
}
