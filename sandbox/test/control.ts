// Controls a running sandbox: its faults, its list of calls, and a call to each provider.
import type { Call } from '../src/calls.ts'
import type { Fault } from '../src/faults.ts'
import { jsonOf, openSandbox, postJson } from './support.ts'

/** One call to each provider that speaks HTTP; most are refused, which is an answer too. */
export const CALLS = {
  google: ['GET', '/google/.well-known/openid-configuration'],
  quickbooks: ['POST', '/quickbooks/oauth2/v1/tokens/bearer'],
  stripe: ['GET', '/v1/payment_intents/pi_1?client_secret=hidden'],
  paypal: ['POST', '/paypal/v1/oauth2/token'],
  'human-check': ['POST', '/human-check/siteverify?secret=hidden'],
} as const
type Provider = keyof typeof CALLS
export const providers = Object.keys(CALLS) as Provider[]

export const openControl = async () => {
  const sandbox = await openSandbox()
  const { url } = sandbox
  return {
    ...sandbox,
    setFault: (fault: Record<string, unknown>) =>
      postJson(`${url}/faults`, { provider: 'google', ...fault }),
    listFaults: () => jsonOf<Fault[]>(fetch(`${url}/faults`)),
    callsSince: (since: number) => jsonOf<Call[]>(fetch(`${url}/calls?since=${since}`)),
    discovery: (signal?: AbortSignal) => fetch(url + CALLS.google[1], { signal: signal ?? null }),
    callProvider: async (provider: Provider) => {
      const [method, path] = CALLS[provider]
      const startedAt = performance.now()
      const answer = await fetch(url + path, { method })
      return { status: answer.status, text: await answer.text(), ms: performance.now() - startedAt }
    },
  }
}
