// The page and API for the accounts, how long a sign-in lasts, and what Gmail lets them send.
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
import type { Sends } from './gmail/sends.ts'

const ID_TOKEN_SECONDS = { min: 1, max: 24 * 60 * 60 }
const GMAIL_UNITS = { min: 0, max: 1_000_000 }
const GMAIL_RECIPIENTS = { min: 0, max: 1_000_000 }

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

const emailSchema = {
  type: 'object',
  required: ['email'],
  additionalProperties: false,
  properties: { email: accountSchema.properties.email },
}

const aliasSchema = {
  type: 'object',
  required: ['email', 'alias'],
  additionalProperties: false,
  properties: { email: accountSchema.properties.email, alias: accountSchema.properties.email },
}

const integer = ({ min, max }: { readonly min: number; readonly max: number }) => ({
  type: 'integer',
  minimum: min,
  maximum: max,
})

const settingsSchema = {
  type: 'object',
  minProperties: 1,
  additionalProperties: false,
  properties: {
    idTokenSeconds: integer(ID_TOKEN_SECONDS),
    gmailUnitsPerMinute: integer(GMAIL_UNITS),
    personalRecipientsPerDay: integer(GMAIL_RECIPIENTS),
    companyRecipientsPerDay: integer(GMAIL_RECIPIENTS),
  },
}

export const accountRoutes = (app: FastifyInstance, accounts: Accounts, sends: Sends) =>
  pageRoutes(app, (pages) => {
    pages.get('/', (_request, reply) =>
      sendPage(reply, { title: 'Google accounts', body: pageBody(accounts, sends) }),
    )
    pages.get('/accounts', () => accounts.list())
    pages.post<{ Body: AccountChange }>(
      '/accounts',
      { schema: { body: accountSchema } },
      (request, reply) => answerChange(request, reply, '/google', accounts.save(request.body)),
    )
    pages.post<{ Body: { email: string } }>(
      '/consents/withdraw',
      { schema: { body: emailSchema } },
      (request, reply) => {
        accounts.withdrawConsent(request.body.email)
        return answerChange(request, reply, '/google', { email: request.body.email })
      },
    )
    pages.post<{ Body: { email: string } }>(
      '/accounts/replace',
      { schema: { body: emailSchema } },
      (request, reply) => {
        const account = accounts.replace(request.body.email)
        if (!account) return reply.code(404).send({ error: "We couldn't find that account." })
        return answerChange(request, reply, '/google', account)
      },
    )
    pages.post<{ Body: { email: string; alias: string } }>(
      '/aliases',
      { schema: { body: aliasSchema } },
      (request, reply) => {
        const account = accounts.findByEmail(request.body.email)
        if (!account) return reply.code(404).send({ error: "We couldn't find that account." })
        const sendAs = sends.addAlias(account.sub, request.body.alias)
        return answerChange(request, reply, '/google', { email: account.email, sendAs })
      },
    )
    pages.post<{ Body: Partial<GoogleSettings> }>(
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

const pageBody = (accounts: Accounts, sends: Sends): Html => html`
<p>People who sign in to the app choose one of these accounts, without a password. The app decides who has access
to what. Withdraw an account's consent to see what the app does when it can't keep the person signed in, or can't send
email as them anymore. Give an address to a new account to see what the app does when it belongs to someone else.</p>
${dataTable(
  'Accounts',
  ['Account', 'Role', 'Email', 'Sent by Gmail', 'Consent', 'Change'],
  accounts.list().map((account) => row(account, accounts.hasConsented(account.sub), sends)),
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
)}
<h2>Gmail</h2>
${gmailForms(accounts.settings())}`

const gmailForms = (settings: GoogleSettings): Html => html`
<p>The app sends email through the Gmail of accounts that consented to it. It arrives in the <a href="/mail">mailbox</a>
from the account's own address, or from another one that you add here. Lower the limits to see what the app does when an
account can't send more.</p>
${fieldsForm(
  '/google/settings',
  html`${numberField('Quota units per minute (each email costs 100)', 'gmailUnitsPerMinute', settings.gmailUnitsPerMinute, GMAIL_UNITS)}
${numberField('Recipients per day, personal account', 'personalRecipientsPerDay', settings.personalRecipientsPerDay, GMAIL_RECIPIENTS)}
${numberField('Recipients per day, company account', 'companyRecipientsPerDay', settings.companyRecipientsPerDay, GMAIL_RECIPIENTS)}`,
)}
${fieldsForm(
  '/google/aliases',
  html`<label>Account<input name="email" type="email" required maxlength="254" autocomplete="off"></label>
<label>Can also send as<input name="alias" type="email" required maxlength="254" autocomplete="off"></label>`,
  'Add address',
)}`

const row = (account: GoogleAccount, hasConsented: boolean, sends: Sends) => [
  html`<span class="person"><img src="/google/avatars/${account.sub}.svg" alt="" width="36" height="36"><span><strong>${account.name}</strong><br>${account.email}</span></span>`,
  account.note,
  account.email_verified ? badge('verified', 'good') : badge('not verified', 'warning'),
  [String(sends.count(account.sub)), ...sends.aliasesOf(account.sub)].join(', '),
  hasConsented
    ? html`<form method="post" action="/google/consents/withdraw">
<input type="hidden" name="email" value="${account.email}">
<button class="small">Withdraw consent</button></form>`
    : 'Not given yet',
  html`<form method="post" action="/google/accounts">
<input type="hidden" name="email" value="${account.email}">
<button class="small" name="email_verified" value="${String(!account.email_verified)}">${
    account.email_verified ? 'Mark as unverified' : 'Mark as verified'
  }</button></form>
<form method="post" action="/google/accounts/replace">
<input type="hidden" name="email" value="${account.email}">
<button class="small">Give to a new account</button></form>`,
]
