// The OAuth addresses: the page where a person chooses a company, and the token and revoke endpoints.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isLocalUrl } from '../../local.ts'
import { html, sendPage } from '../../web/pages.ts'
import { traceId } from '../api/wire.ts'
import { CLIENT_ID, CLIENT_SECRET, type QuickBooks } from '../quickbooks.ts'
import { isRecord } from '../records/check-fields.ts'

const SCOPE = 'com.intuit.quickbooks.accounting'
const ASKED = ['client_id', 'redirect_uri', 'response_type', 'scope', 'state'] as const
type Form = Record<string, string>
type Asked = Partial<Record<(typeof ASKED)[number], string>>

/** A parameter given twice counts as not given. */
const askedIn = (query: Readonly<Record<string, unknown>>): Asked =>
  Object.fromEntries(
    ASKED.flatMap((name) => (typeof query[name] === 'string' ? [[name, query[name]]] : [])),
  )

export const registerOAuth = (app: FastifyInstance, quickbooks: QuickBooks): void => {
  app.get<{ Querystring: Record<string, unknown> }>(
    '/connect/oauth2',
    { config: { ownPage: true } },
    (request, reply) => {
      const asked = askedIn(request.query)
      const problem = problemOf(quickbooks, asked)
      return problem ? refuse(reply, asked, problem) : showChoice(quickbooks, asked, reply)
    },
  )
  app.post<{ Body: Form }>('/connect/oauth2', { config: { ownPage: true } }, (request, reply) =>
    decide(quickbooks, request.body ?? {}, reply),
  )
  app.post('/oauth2/v1/tokens/bearer', (request, reply) => tokens(quickbooks, request, reply))
  app.post('/v2/oauth2/tokens/revoke', (request, reply) => {
    reply.header('intuit_tid', traceId())
    if (!isOurClient(request)) return reply.code(401).send({ error: 'invalid_client' })
    const token = isRecord(request.body) ? request.body.token : undefined
    if (typeof token !== 'string' || !quickbooks.oauth.revoke(token))
      return reply.code(400).send({ error: 'invalid_request' })
    return reply.code(200).send()
  })
}

type Problem = { readonly text: string; readonly error?: string }

/** Without an `error` the person is told here: an address that is not the app's gets no redirect. */
const problemOf = ({ context }: QuickBooks, asked: Asked): Problem | undefined => {
  if (asked.client_id !== CLIENT_ID) return { text: 'The app (client_id) is not known.' }
  if (!isAppRedirect(asked.redirect_uri ?? '', context.appUrl))
    return { text: 'The redirect_uri is not one of the app’s registered addresses.' }
  if (!asked.state) return { text: 'The state parameter is missing.' }
  if (asked.response_type !== 'code')
    return { text: 'response_type must be code.', error: 'unsupported_response_type' }
  if (!asked.scope?.split(' ').includes(SCOPE))
    return { text: `The scope must hold ${SCOPE}.`, error: 'invalid_scope' }
  return undefined
}

const isAppRedirect = (address: string, appUrl: string): boolean => {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  const registered = `${url.origin}/auth/qbo/redirect`
  const ours = URL.canParse(appUrl) && url.origin === new URL(appUrl).origin
  return address === registered && (ours || isLocalUrl(url.origin))
}

const redirectTo = (reply: FastifyReply, asked: Asked, answer: Form) => {
  const url = new URL(asked.redirect_uri ?? '')
  url.search = new URLSearchParams({ ...answer, state: asked.state ?? '' }).toString()
  return reply.redirect(url.href, 302)
}

const refuse = (reply: FastifyReply, asked: Asked, { text, error }: Problem) =>
  error
    ? redirectTo(reply, asked, { error })
    : sendPage(
        reply,
        { title: 'This app cannot connect', body: html`<p class="notice bad">${text}</p>` },
        400,
      )

const showChoice = ({ companies }: QuickBooks, asked: Asked, reply: FastifyReply) => {
  const hidden = ASKED.map(
    (name) => html`<input type="hidden" name="${name}" value="${asked[name]}">`,
  )
  return sendPage(reply, {
    title: 'Connect Invoice Desk to QuickBooks',
    narrow: true,
    body: html`<p>Invoice Desk asks for access to a company's accounting data. Choose the company, or refuse.</p>
<form class="chooser" method="post">${hidden}
<ul>${companies.map(
      ({ company }) =>
        html`<li><div><button name="realmId" value="${company.realmId}">Connect ${company.name}</button><small>Company id ${company.realmId}</small></div></li>`,
    )}</ul>
<button class="danger" name="realmId" value="">No thanks</button>
</form>`,
  })
}

const decide = (quickbooks: QuickBooks, form: Form, reply: FastifyReply) => {
  const problem = problemOf(quickbooks, form)
  if (problem) return refuse(reply, form, problem)
  const { realmId = '', redirect_uri = '' } = form
  if (!quickbooks.findBooks(realmId)) return redirectTo(reply, form, { error: 'access_denied' })
  const code = quickbooks.oauth.issueCode(realmId, redirect_uri)
  return redirectTo(reply, form, { code, realmId })
}

/** Ids and secrets come form-encoded inside the header from careful clients, plain from others. */
const isOurClient = ({ headers }: FastifyRequest): boolean => {
  const encoded = /^Basic (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString().split(':')
  const plain = (text: string) => {
    try {
      return decodeURIComponent(text)
    } catch {
      return text
    }
  }
  return plain(id) === CLIENT_ID && plain(secret) === CLIENT_SECRET
}

const tokens = ({ oauth }: QuickBooks, request: FastifyRequest, reply: FastifyReply) => {
  reply.headers({ intuit_tid: traceId(), 'cache-control': 'no-store', pragma: 'no-cache' })
  if (!isOurClient(request)) return reply.code(401).send({ error: 'invalid_client' })
  const form = isRecord(request.body) ? request.body : {}
  const { grant_type, code, redirect_uri, refresh_token } = form
  if (grant_type === 'authorization_code') {
    const pair = oauth.redeemCode(String(code ?? ''), String(redirect_uri ?? ''))
    return pair ?? reply.code(400).send({ error: 'invalid_grant' })
  }
  if (grant_type === 'refresh_token') {
    const { pair, known } = oauth.refresh(String(refresh_token ?? ''))
    if (pair) return pair
    const unknown = { error_description: 'Incorrect or invalid refresh token' }
    return reply.code(400).send({ ...(!known && unknown), error: 'invalid_grant' })
  }
  return reply.code(400).send({ error: 'unsupported_grant_type' })
}
