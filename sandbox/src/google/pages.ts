// The page and API for the accounts and how long a sign-in lasts.
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
  sendPage,
} from '../web/pages.ts'
import type { AccountChange, Accounts, GoogleAccount, GoogleSettings } from './accounts.ts'
import { avatarSvg } from './avatar.ts'

const ID_TOKEN_SECONDS = { min: 1, max: 24 * 60 * 60 }

const accountSchema = {
  type: 'object',
  required: ['email'],
  additionalProperties: false,
  properties: {
    email: { type: 'string', maxLength: 254, pattern: '^\\s*[^\\s@]+@[^\\s@]+\\.[^\\s@]+\\s*$' },
    name: { type: 'string', maxLength: 200 },
    email_verified: { type: 'boolean' },
  },
}

const withdrawalSchema = {
  type: 'object',
  required: ['email'],
  additionalProperties: false,
  properties: { email: accountSchema.properties.email },
}

const settingsSchema = {
  type: 'object',
  required: ['idTokenSeconds'],
  additionalProperties: false,
  properties: {
    idTokenSeconds: {
      type: 'integer',
      minimum: ID_TOKEN_SECONDS.min,
      maximum: ID_TOKEN_SECONDS.max,
    },
  },
}

export const accountRoutes = (app: FastifyInstance, accounts: Accounts) =>
  pageRoutes(app, (pages) => {
    pages.get('/', (_request, reply) =>
      sendPage(reply, { title: 'Google accounts', body: pageBody(accounts) }),
    )
    pages.get('/accounts', () => accounts.list())
    pages.post<{ Body: AccountChange }>(
      '/accounts',
      { schema: { body: accountSchema } },
      (request, reply) => answerChange(request, reply, '/google', accounts.save(request.body)),
    )
    pages.post<{ Body: { email: string } }>(
      '/consents/withdraw',
      { schema: { body: withdrawalSchema } },
      (request, reply) => {
        accounts.withdrawConsent(request.body.email)
        return answerChange(request, reply, '/google', { email: request.body.email })
      },
    )
    pages.post<{ Body: GoogleSettings }>(
      '/settings',
      { schema: { body: settingsSchema } },
      (request, reply) =>
        answerChange(request, reply, '/google', accounts.saveSettings(request.body)),
    )
    pages.get<{ Params: { sub: string } }>('/avatars/:sub.svg', (request, reply) => {
      const account = accounts.find(request.params.sub)
      if (!account) return reply.code(404).send({ error: "We couldn't find that account." })
      return reply
        .type('image/svg+xml')
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('cache-control', 'max-age=300')
        .send(avatarSvg(account))
    })
  })

const pageBody = (accounts: Accounts): Html => html`
<p>People who sign in to the app choose one of these accounts, without a password. The app decides who has access
to what. Withdraw an account's consent to see what the app does when it can't keep the person signed in.</p>
${dataTable(
  'Accounts',
  ['Account', 'Role', 'Email', 'Consent', 'Change'],
  accounts.list().map((account) => row(account, accounts.hasConsented(account.sub))),
)}
<h2>Add an account</h2>
${fieldsForm(
  '/google/accounts',
  html`<label>Email<input name="email" type="email" required maxlength="254" autocomplete="off"></label>
<label>Name<input name="name" maxlength="200" autocomplete="off"></label>`,
  'Add account',
)}
<h2>Sign-in duration</h2>
<p>Google's sign-ins last an hour. Set a shorter time to see the app renew them, or end them if it can't.</p>
${fieldsForm(
  '/google/settings',
  numberField(
    'Seconds until a sign-in expires',
    'idTokenSeconds',
    accounts.settings().idTokenSeconds,
    ID_TOKEN_SECONDS,
  ),
)}`

const row = (account: GoogleAccount, hasConsented: boolean) => [
  html`<span class="person"><img src="/google/avatars/${account.sub}.svg" alt="" width="36" height="36"><span><strong>${account.name}</strong><br>${account.email}</span></span>`,
  account.note,
  account.email_verified ? badge('verified', 'good') : badge('not verified', 'warning'),
  hasConsented
    ? html`<form method="post" action="/google/consents/withdraw">
<input type="hidden" name="email" value="${account.email}">
<button class="small">Withdraw consent</button></form>`
    : 'Not given yet',
  html`<form method="post" action="/google/accounts">
<input type="hidden" name="email" value="${account.email}">
<button class="small" name="email_verified" value="${String(!account.email_verified)}">${
    account.email_verified ? 'Mark as unverified' : 'Mark as verified'
  }</button></form>`,
]
