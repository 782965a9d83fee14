// What binds a sign-in to the browser that began it: secrets in a sealed cookie that only our server opens.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { safeReturnPath } from '@invoice-desk/contract/return-path'
import { z } from 'zod'
import type { SignInFlow } from '../../providers/google/google.ts'
import type { Sealer } from '../../sealing.ts'

export const FLOW_SECONDS_MAX = 600

const sealedFlow = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  expiresAt: z.number(),
})

const random = (): string => randomBytes(32).toString('base64url')

/** `state` is the return path and, behind the last `#`, what nobody else can guess. */
export const beginFlow = (returnPath: string): SignInFlow => ({
  state: `${safeReturnPath(returnPath)}#${random()}`,
  nonce: random(),
  codeVerifier: random(),
})

/** Each flow has its own cookie, so that two tabs can sign in at the same time. */
export const cookieNameOf = (state: string): string => {
  const unguessable = state.slice(state.lastIndexOf('#') + 1)
  const name = createHash('sha256').update(unguessable).digest('base64url').slice(0, 16)
  return `desk-sign-in-${name}`
}

export const sealFlow = (sealer: Sealer, flow: SignInFlow, now = Date.now()): string =>
  sealer.seal(JSON.stringify({ ...flow, expiresAt: now + FLOW_SECONDS_MAX * 1_000 }))

/** The flow this browser began, or undefined when it did not, or when it took too long. */
export const openFlow = (
  sealer: Sealer,
  cookie: string | undefined,
  state: string,
  now = Date.now(),
): SignInFlow | undefined => {
  const text = cookie === undefined ? undefined : sealer.open(cookie)
  if (text === undefined) return undefined
  const flow = sealedFlow.parse(JSON.parse(text))
  return flow.expiresAt > now && isSame(flow.state, state) ? flow : undefined
}

const isSame = (a: string, b: string): boolean => {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
