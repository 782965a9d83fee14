// The human check, as reCAPTCHA v3: a script for the page, a call for the server, and a switch for the verdict.
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { Emulator, EmulatorContext } from '../emulator.ts'
import type { WordFault } from '../faults.ts'
import { checkPages } from './pages.ts'
import { type Checks, openChecks } from './tokens.ts'

const SITE_KEY = 'sandbox-site-key'
const SECRET_KEY = 'sandbox-secret-key'

const SCRIPT = readFileSync(new URL('api.js', import.meta.url), 'utf8')

export const humanCheckEmulator = ({ app, url, store }: EmulatorContext): Emulator => {
  const checks = openChecks(store)
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
    get page() {
      const summary = `Every visitor is taken for ${SUMMARIES[checks.settings.outcome]}.`
      return { title: 'Human check', path: '/human-check', summary }
    },
    faultAnswer,
    state: () => ({ settings: checks.settings, tokens: checks.list() }),
    reset: () => checks.reset(),
    close: () => {},
  }
}

const SUMMARIES = {
  pass: 'a person',
  'low-score': 'a likely robot',
  fail: 'nobody at all: the check fails',
} as const

/** What the page loads, and what that script asks for. */
const scriptRoutes = (app: FastifyInstance, checks: Checks): void => {
  app.get('/api.js', (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(SCRIPT),
  )
  app.post<{ Body: { key: string; action: string } }>(
    '/tokens',
    { schema: { body: tokenSchema } },
    (request, reply) => {
      const { key, action } = request.body
      if (key !== SITE_KEY)
        return reply.code(400).send({ error: `Invalid site key or not loaded in api.js: ${key}` })
      const origin = request.headers.origin ?? 'http://localhost'
      return { token: checks.issue(action, new URL(origin).hostname) }
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

/** Refusals are answered with 200 as well: only the body tells. */
const verifyRoutes = (app: FastifyInstance, checks: Checks): void => {
  const refuse = (...codes: string[]) => ({ success: false, 'error-codes': codes })
  const verify = ({ secret, response }: VerifyFields) => {
    if (!secret) return refuse('missing-input-secret')
    if (secret !== SECRET_KEY) return refuse('invalid-input-secret')
    if (!response) return refuse('missing-input-response')
    const check = checks.use(response)
    if (typeof check === 'string') return refuse(check)
    const { outcome } = checks.settings
    if (outcome === 'fail') return refuse('invalid-input-response')
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

const faultAnswer: WordFault = (mode, status = 503) => {
  if (mode === 'expire-token')
    return { status: 200, body: { success: false, 'error-codes': ['timeout-or-duplicate'] } }
  if (mode === 'throttle') return { status: 429, body: { error: 'Too Many Requests' } }
  return { status, body: { error: 'Service Unavailable' } }
}
