// Ties an OAuth flow to the browser that started it: its secrets are in a sealed cookie.
import { hash, randomBytes } from 'node:crypto'
import { safeReturnPath } from '@invoice-desk/contract/http/return-path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { createExpiringSealer, isSameSecret } from '../secrets/sealing.ts'
import type { Config } from '../settings/config.ts'

export const randomSecret = (): string => randomBytes(32).toString('base64url')

/** The return path and, after the last `#`, a secret. */
export const newState = (returnPath: string): string =>
  `${safeReturnPath(returnPath)}#${randomSecret()}`

export const createOAuthFlows = <T extends z.ZodType<{ state: string }>>(
  { keyring, publicUrl }: Pick<Config, 'keyring' | 'publicUrl'>,
  { purpose, path, seconds }: { purpose: string; path: string; seconds: number },
  schema: T,
) => {
  const sealer = createExpiringSealer({ keyring, purpose, seconds }, schema)
  const cookie = {
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
    path,
    maxAge: seconds,
  } as const
  /** Each flow has its own cookie, so two tabs can run a flow at the same time. */
  const cookieNameOf = (state: string): string => {
    const secret = state.slice(state.lastIndexOf('#') + 1)
    return `desk-${purpose}-${hash('sha256', secret, 'base64url').slice(0, 16)}`
  }
  return {
    start: (reply: FastifyReply, flow: z.infer<T>): void => {
      reply.setCookie(cookieNameOf(flow.state), sealer.seal(flow), cookie)
    },
    /** Returns undefined if this browser didn't start the flow or it expired. Clears the cookie either way. */
    finish: (request: FastifyRequest, reply: FastifyReply, state: string) => {
      const name = cookieNameOf(state)
      const flow = sealer.open(request.cookies[name])
      reply.clearCookie(name, { path })
      return flow && isSameSecret(flow.state, state) ? flow : undefined
    },
  }
}
