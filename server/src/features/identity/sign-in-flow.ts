// Ties a sign-in to the browser that started it: its secrets are in a sealed cookie.
import { hash, randomBytes } from 'node:crypto'
import { safeReturnPath } from '@invoice-desk/contract/return-path'
import { z } from 'zod'
import type { SignInFlow } from '../../providers/google/google.ts'
import { createExpiringSealer, isSameSecret, type Keyring } from '../../sealing.ts'

export const FLOW_SECONDS_MAX = 600

const flowSchema = z.object({ state: z.string(), nonce: z.string(), codeVerifier: z.string() })

const random = (): string => randomBytes(32).toString('base64url')

/** `state` is the return path and, after the last `#`, a secret. */
export const beginFlow = (returnPath: string): SignInFlow => ({
  state: `${safeReturnPath(returnPath)}#${random()}`,
  nonce: random(),
  codeVerifier: random(),
})

/** Each flow has its own cookie, so two tabs can sign in at the same time. */
export const cookieNameOf = (state: string): string => {
  const secret = state.slice(state.lastIndexOf('#') + 1)
  return `desk-sign-in-${hash('sha256', secret, 'base64url').slice(0, 16)}`
}

export const createSignInFlows = (keyring: Keyring, now?: () => number) => {
  const options = { keyring, purpose: 'sign-in', seconds: FLOW_SECONDS_MAX }
  const sealer = createExpiringSealer(options, flowSchema, now)
  return {
    seal: sealer.seal,
    /** The flow this browser started, or undefined if it didn't or took too long. */
    open: (cookie: string | undefined, state: string): SignInFlow | undefined => {
      const flow = sealer.open(cookie)
      return flow && isSameSecret(flow.state, state) ? flow : undefined
    },
  }
}
