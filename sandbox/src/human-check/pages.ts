// The switch of the human check, and what it was asked lately.
import type { FastifyInstance } from 'fastify'
import { isForm } from '../web/browser.ts'
import { explainErrors } from '../web/errors.ts'
import { badge, dataTable, type Html, html, sendPage } from '../web/pages.ts'
import { type Check, type CheckSettings, type Checks, OUTCOMES } from './tokens.ts'

const TOKEN_SECONDS_MAX = 24 * 60 * 60
const LISTED_MAX = 50

const settingsSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    outcome: { type: 'string', enum: OUTCOMES },
    tokenSeconds: { type: 'integer', minimum: 0, maximum: TOKEN_SECONDS_MAX },
  },
}

const OUTCOME_TEXTS: Readonly<Record<CheckSettings['outcome'], string>> = {
  pass: 'pass: everyone is a person (score 0.9)',
  'low-score': 'low-score: everyone looks like a robot (score 0.1)',
  fail: 'fail: every token is refused',
}

export const checkPages = (app: FastifyInstance, checks: Checks): void => {
  const config = { ownPage: true }
  explainErrors(app)
  app.get('/', { config }, (_request, reply) =>
    sendPage(reply, { title: 'Human check', body: pageBody(checks) }),
  )
  app.get('/settings', { config }, () => checks.settings)
  app.post<{ Body: Partial<CheckSettings> }>(
    '/settings',
    { config, schema: { body: settingsSchema } },
    (request, reply) => {
      const settings = checks.saveSettings(request.body)
      return isForm(request.headers['content-type'])
        ? reply.redirect('/human-check', 303)
        : settings
    },
  )
}

const pageBody = (checks: Checks): Html => html`
<p>When an invoice is submitted, the app asks here whether a person did it. Choose the answer it gets.</p>
<form class="fields" method="post" action="/human-check/settings">
<label class="wide">Verdict<select name="outcome">${OUTCOMES.map(
  (outcome) =>
    html`<option value="${outcome}"${outcome === checks.settings.outcome && html` selected`}>${OUTCOME_TEXTS[outcome]}</option>`,
)}</select></label>
<label>Seconds a token lasts<input name="tokenSeconds" type="number" min="0" max="${TOKEN_SECONDS_MAX}" value="${checks.settings.tokenSeconds}" required></label>
<button class="primary">Save</button>
</form>
<h2>Latest checks</h2>
${dataTable(
  'Latest checks',
  ['Issued', 'Action', 'Page on', 'Used'],
  checks.list().slice(0, LISTED_MAX).map(row),
  'No page has asked for a check yet.',
)}`

const row = ({ issuedAt, action, hostname, usedAt }: Check) => [
  html`<time datetime="${issuedAt}">${moment.format(new Date(issuedAt))}</time>`,
  action,
  hostname,
  usedAt === undefined ? badge('not yet') : badge('yes', 'good'),
]

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' })
