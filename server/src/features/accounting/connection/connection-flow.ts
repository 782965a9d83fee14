// What binds a connection to the browser and the person that began it: a sealed cookie only our server opens.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Sealer } from '../../../sealing.ts'

export const FLOW_SECONDS_MAX = 900
export const FLOW_COOKIE = 'desk-quickbooks'

const sealedFlow = z.object({ state: z.string(), email: z.string(), expiresAt: z.number() })

/** The specification's return path and, behind the `#`, what nobody else can guess. */
export const newState = (): string => `/connections#${randomBytes(32).toString('base64url')}`

export const sealFlow = (
  sealer: Sealer,
  flow: { state: string; email: string },
  now = Date.now(),
): string => sealer.seal(JSON.stringify({ ...flow, expiresAt: now + FLOW_SECONDS_MAX * 1_000 }))

/** Whether this browser and this person began what comes back with `state`, and not too long ago. */
export const isOwnFlow = (
  sealer: Sealer,
  cookie: string | undefined,
  { state, email }: { state: string; email: string },
  now = Date.now(),
): boolean => {
  const text = cookie === undefined ? undefined : sealer.open(cookie)
  if (text === undefined) return false
  const flow = sealedFlow.parse(JSON.parse(text))
  return flow.expiresAt > now && flow.email === email && isSame(flow.state, state)
}

const isSame = (a: string, b: string): boolean => {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
