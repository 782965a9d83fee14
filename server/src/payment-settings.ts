// Reads the settings of the payment providers, and finds what is missing or doesn't fit the mode.
import { byMethod, PAYMENT_METHOD_IDS } from '@invoice-desk/contract/payment-methods'
import { z } from 'zod'
import { address } from './config-values.ts'
import { type Given, isLive, originRule, type Problem, problemsWith } from './live-settings.ts'
import type { PaymentProvider, PaymentSettings } from './providers/payment-provider.ts'
import { PAYMENT_PROVIDERS } from './providers/payment-providers.ts'

const settings = z.object({
  publicKey: z.string(),
  secretKey: z.string(),
  webhookSecret: z.string(),
  apiUrl: address,
  scriptUrl: address,
})

export const readPaymentSettings = (given: Given) => {
  const read = byMethod(PAYMENT_METHOD_IDS, (method) => readOne(PAYMENT_PROVIDERS[method], given))
  return {
    /** Undefined for a provider that the business doesn't use. */
    payments: byMethod(PAYMENT_METHOD_IDS, (method) => read[method].settings),
    problems: PAYMENT_METHOD_IDS.flatMap((method) => read[method].problems),
  }
}

const readOne = (provider: PaymentProvider, given: Given) => {
  const { variables, liveUrls, isOptional } = provider
  const keys = [variables.publicKey, variables.secretKey, variables.webhookSecret]
  const isUnused = isOptional && keys.every((name) => given[name] === undefined)
  const values: Given = {
    [variables.apiUrl]: liveUrls.apiUrl,
    [variables.scriptUrl]: liveUrls.scriptUrl,
    ...given,
  }
  const named = Object.entries(variables).map(([key, name]) => [key, values[name]])
  const { data, error } = settings.safeParse(Object.fromEntries(named))
  const invalid = (error?.issues ?? []).map(({ path, message }): Problem => {
    const name = variables[path[0] as keyof PaymentSettings]
    return [name, given[name] === undefined ? 'is not set' : message]
  })
  const problems = [...invalid, ...problemsWith(rulesOf(provider, given), values)]
  return {
    settings: isUnused ? undefined : data,
    problems: isUnused ? problems.filter(([name]) => given[name] !== undefined) : problems,
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
