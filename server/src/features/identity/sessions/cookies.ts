// The cookies of a signed-in browser: the session's secret, and whether Google must ask for consent next time.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../../settings/config.ts'

const SESSION = { name: 'desk-session', path: '/api/auth' }
const CONSENT = { name: 'desk-consent', path: '/api/auth/google' }
const CONSENT_SECONDS = 180 * 24 * 3_600

export const createSessionCookies = ({ publicUrl }: Pick<Config, 'publicUrl'>) => {
  const options = {
    httpOnly: true,
    sameSite: 'strict',
    secure: publicUrl.startsWith('https:'),
  } as const
  return {
    readSecret: (request: FastifyRequest): string | undefined => request.cookies[SESSION.name],
    /** Without a maximum age, so it ends with the browser. */
    setSecret: (reply: FastifyReply, secret: string): void => {
      reply.setCookie(SESSION.name, secret, { ...options, path: SESSION.path })
    },
    asksConsent: (request: FastifyRequest): boolean => request.cookies[CONSENT.name] !== undefined,
    /** Outlives the browser's session, because people often sign in once per session. */
    askConsent: (reply: FastifyReply, isNeeded: boolean): void => {
      if (isNeeded)
        reply.setCookie(CONSENT.name, 'yes', {
          ...options,
          path: CONSENT.path,
          maxAge: CONSENT_SECONDS,
        })
      else reply.clearCookie(CONSENT.name, { path: CONSENT.path })
    },
  }
}
