// The reCAPTCHA v3 emulator: the page's script, the server's verification call, and a switch for the result.
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { Emulator, EmulatorContext } from '../emulator.ts'
import type { WriteFault } from '../faults.ts'
import { serveScript } from '../web/browser-scripts.ts'
import { explainErrors } from '../web/page-routes.ts'
import { checkPages } from './pages.ts'
import { type Checks, openChecks } from './tokens.ts'

const SITE_KEY = 'sandbox-site-key'
const SECRET_KEY = 'sandbox-secret-key'
/** A key that works in the browser but belongs to another pair. */
const OTHER_SITE_KEY = 'sandbox-other-site-key'

const SCRIPT = readFileSync(new URL('api.js', import.meta.url), 'utf8')

export const humanCheckEmulator = ({ app, url, store }: EmulatorContext): Emulator => {
  const checks = openChecks(store)
  explainErrors(app)
  checkPages(app, checks)
  scriptRoutes(app, checks)
  verifyRoutes(app, checks)
  return {
    name: 'human-check',
    settings: {
      RECAPTCHA_SITE_KEY: SITE_KEY,
      RECAPTCHA_SECRET_KEY: SECRET_KEY,
      RECAPTCHA_SCRIPT_URL: `${url}/api.js`,
      RECAPTCHA_VERIFY_URL: `${url}/siteverify`,
    },
    page: () => ({
      title: 'Human check',
      path: '/human-check',
      summary: SUMMARIES[checks.settings().outcome],
    }),
    writeFault,
    state: () => ({ settings: checks.settings(), tokens: checks.list() }),
    reset: checks.reset,
  }
}

const SUMMARIES = {
  pass: 'Every visitor passes.',
  'low-score': 'Every visitor looks like a bot.',
  fail: 'The check fails for everyone.',
  'browser-error': 'The check fails in every browser.',
}

const scriptRoutes = (app: FastifyInstance, checks: Checks): void => {
  serveScript(app, '/api.js', SCRIPT)
  app.post<{ Body: { key: string; action: string } }>(
    '/tokens',
    { schema: { body: tokenSchema } },
    (request, reply) => {
      const { key, action } = request.body
      if (key !== SITE_KEY && key !== OTHER_SITE_KEY)
        return reply.code(400).send({ error: `Invalid site key or not loaded in api.js: ${key}` })
      const origin = request.headers.origin ?? 'http://localhost'
      return { token: checks.issue(key, action, new URL(origin).hostname) }
    },
  )
}

const tokenSchema = {
  type: 'object',
  required: ['key', 'action'],
  additionalProperties: false,
  properties: {
    key: { type: 'string', maxLength: 200 },
    action: { type: 'string', pattern: '^[A-Za-z0-9/_]{1,100}$' },
  },
}

type VerifyFields = { secret?: string; response?: string }

/** Failures have status 200 too. */
const verifyRoutes = (app: FastifyInstance, checks: Checks): void => {
  const refuse = (...codes: string[]) => ({ success: false, 'error-codes': codes })
  const verify = ({ secret, response }: VerifyFields) => {
    if (!secret) return refuse('missing-input-secret')
    const isMadeUp = response !== undefined && !checks.isKnown(response)
    if (secret !== SECRET_KEY)
      return refuse(...(isMadeUp ? ['invalid-input-response'] : []), 'invalid-input-secret')
    if (!response) return refuse('missing-input-response')
    const check = checks.use(response)
    if (typeof check === 'string') return refuse(check)
    if (check.siteKey !== SITE_KEY) return refuse('invalid-keys')
    const { outcome } = checks.settings()
    if (outcome === 'fail') return refuse('invalid-input-response')
    if (outcome === 'browser-error') return refuse('browser-error')
    return {
      success: true,
      challenge_ts: check.issuedAt.replace(/\.\d+Z$/, 'Z'),
      hostname: check.hostname,
      score: outcome === 'pass' ? 0.9 : 0.1,
      action: check.action,
    }
  }
  app.post<{ Body: VerifyFields | undefined; Querystring: VerifyFields }>(
    '/siteverify',
    (request) => verify({ ...request.query, ...request.body }),
  )
}

const writeFault: WriteFault = (mode, status = 503) => {
  if (mode === 'expire-token')
    return { status: 200, body: { success: false, 'error-codes': ['timeout-or-duplicate'] } }
  if (mode === 'throttle') return { status: 429, body: { error: 'Too Many Requests' } }
  return { status, body: { error: 'Service Unavailable' } }
}
