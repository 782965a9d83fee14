// The human check's page: the result it gives, and the latest checks.
import type { FastifyInstance } from 'fastify'
import { answerChange } from '../web/browser.ts'
import { pageRoutes } from '../web/page-routes.ts'
import {
  badge,
  dataTable,
  fieldsForm,
  type Html,
  html,
  numberField,
  selectField,
  sendPage,
  timeText,
} from '../web/pages.ts'
import { type Check, type CheckSettings, type Checks, OUTCOMES } from './tokens.ts'

const TOKEN_SECONDS = { min: 0, max: 24 * 60 * 60 }
const LISTED_MAX = 50

const settingsSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    outcome: { type: 'string', enum: OUTCOMES },
    tokenSeconds: { type: 'integer', minimum: TOKEN_SECONDS.min, maximum: TOKEN_SECONDS.max },
  },
}

const OUTCOME_TEXTS: Readonly<Record<CheckSettings['outcome'], string>> = {
  pass: 'Pass: everyone looks like a person (score 0.9)',
  'low-score': 'Low score: everyone looks like a bot (score 0.1)',
  fail: 'Fail: every token is refused',
  'browser-error': 'Browser error: as if the key isn’t for this host name',
}

export const checkPages = (app: FastifyInstance, checks: Checks) =>
  pageRoutes(app, (pages) => {
    pages.get('/', (_request, reply) =>
      sendPage(reply, { title: 'Human check', body: pageBody(checks) }),
    )
    pages.post<{ Body: Partial<CheckSettings> }>(
      '/settings',
      { schema: { body: settingsSchema } },
      (request, reply) =>
        answerChange(request, reply, '/human-check', checks.saveSettings(request.body)),
    )
  })

const pageBody = (checks: Checks): Html => {
  const { outcome, tokenSeconds } = checks.settings()
  return html`<p>The app checks here whether a person submitted a form. Choose the result it gets.</p>
${fieldsForm(
  '/human-check/settings',
  html`${selectField('Result', 'outcome', OUTCOME_TEXTS, outcome)}
${numberField('Seconds until a token expires', 'tokenSeconds', tokenSeconds, TOKEN_SECONDS)}`,
)}
<h2>Latest checks</h2>
${dataTable(
  'Latest checks',
  ['Issued', 'Action', 'Host', 'Used'],
  checks.list().slice(0, LISTED_MAX).map(row),
  'No checks yet.',
)}`
}

const row = ({ issuedAt, action, hostname, usedAt }: Check) => [
  timeText(issuedAt),
  action,
  hostname,
  usedAt === undefined ? badge('not yet') : badge('yes', 'good'),
]
