// Ties a QuickBooks connection to the browser and the person that started it, with a sealed cookie.
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { createExpiringSealer, isSameSecret, type Keyring } from '../../../sealing.ts'

export const FLOW_SECONDS_MAX = 900
export const FLOW_COOKIE = 'desk-quickbooks'

const flowSchema = z.object({ state: z.string(), email: z.string() })
type Flow = z.infer<typeof flowSchema>

/** The specification's return path, then `#` and a secret. */
export const newState = (): string => `/connections#${randomBytes(32).toString('base64url')}`

export const createConnectionFlows = (keyring: Keyring, now?: () => number) => {
  const options = { keyring, purpose: 'quickbooks-flow', seconds: FLOW_SECONDS_MAX }
  const sealer = createExpiringSealer(options, flowSchema, now)
  return {
    seal: sealer.seal,
    /** Whether this browser and this person started the flow that returned with `state`, and it hasn't expired. */
    isOwn: (cookie: string | undefined, { state, email }: Flow): boolean => {
      const flow = sealer.open(cookie)
      return flow?.email === email && isSameSecret(flow.state, state)
    },
  }
}
