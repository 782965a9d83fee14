// OAuth: the page where a person chooses a company, and the token and revocation endpoints.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isLocalUrl } from '../../local.ts'
import { isRecord } from '../../web/browser.ts'
import { pageRoutes } from '../../web/page-routes.ts'
import { html, sendPage } from '../../web/pages.ts'
import { traceId } from '../api/wire.ts'
import { CLIENT_ID, CLIENT_SECRET, type QuickBooks } from '../quickbooks.ts'

const SCOPE = 'com.intuit.quickbooks.accounting'
const PARAMETERS = ['client_id', 'redirect_uri', 'response_type', 'scope', 'state'] as const
type Form = Record<string, string>
type OAuthParameters = Partial<Record<(typeof PARAMETERS)[number], string>>

/** A repeated parameter counts as missing. */
const parametersOf = (query: Readonly<Record<string, unknown>>): OAuthParameters =>
  Object.fromEntries(
    PARAMETERS.flatMap((name) => (typeof query[name] === 'string' ? [[name, query[name]]] : [])),
  )

export const registerOAuth = (app: FastifyInstance, quickbooks: QuickBooks): void => {
  pageRoutes(app, (pages) => {
    pages.get<{ Querystring: Record<string, unknown> }>('/connect/oauth2', (request, reply) => {
      const parameters = parametersOf(request.query)
      const problem = problemOf(quickbooks, parameters)
      return problem
        ? refuse(reply, parameters, problem)
        : showChoice(quickbooks, parameters, reply)
    })
    pages.post<{ Body: Form }>('/connect/oauth2', (request, reply) =>
      decide(quickbooks, request.body ?? {}, reply),
    )
  })
  app.post('/oauth2/v1/tokens/bearer', (request, reply) => tokens(quickbooks, request, reply))
  app.post('/v2/oauth2/tokens/revoke', (request, reply) => {
    reply.header('intuit_tid', traceId())
    if (!isKnownClient(request)) return reply.code(401).send({ error: 'invalid_client' })
    const token = isRecord(request.body) ? request.body.token : undefined
    if (typeof token !== 'string' || !quickbooks.oauth.revoke(token))
      return reply.code(400).send({ error: 'invalid_request' })
    return reply.code(200).send()
  })
}

type Problem = { readonly text: string; readonly error?: string }

/** A problem without an `error` is shown here, because the redirect address can't be trusted. */
const problemOf = ({ context }: QuickBooks, parameters: OAuthParameters): Problem | undefined => {
  if (parameters.client_id !== CLIENT_ID) return { text: 'We don’t know this app (client_id).' }
  if (!isAppRedirect(parameters.redirect_uri ?? '', context.appUrl))
    return { text: 'The redirect_uri isn’t registered for this app.' }
  if (!parameters.state) return { text: 'The state parameter is missing.' }
  if (parameters.response_type !== 'code')
    return { text: 'response_type must be code.', error: 'unsupported_response_type' }
  if (!parameters.scope?.split(' ').includes(SCOPE))
    return { text: `The scope must include ${SCOPE}.`, error: 'invalid_scope' }
  return undefined
}

const isAppRedirect = (address: string, appUrl: string): boolean => {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  const registered = `${url.origin}/auth/qbo/redirect`
  const ours = URL.canParse(appUrl) && url.origin === new URL(appUrl).origin
  return address === registered && (ours || isLocalUrl(url.origin))
}

const redirectTo = (reply: FastifyReply, parameters: OAuthParameters, answer: Form) => {
  const url = new URL(parameters.redirect_uri ?? '')
  url.search = new URLSearchParams({ ...answer, state: parameters.state ?? '' }).toString()
  return reply.redirect(url.href, 302)
}

const refuse = (reply: FastifyReply, parameters: OAuthParameters, { text, error }: Problem) =>
  error
    ? redirectTo(reply, parameters, { error })
    : sendPage(
        reply,
        { title: "This app can't connect", body: html`<p class="notice bad">${text}</p>` },
        400,
      )

const showChoice = (
  { companies }: QuickBooks,
  parameters: OAuthParameters,
  reply: FastifyReply,
) => {
  const hidden = PARAMETERS.map(
    (name) => html`<input type="hidden" name="${name}" value="${parameters[name]}">`,
  )
  return sendPage(reply, {
    title: 'Connect Invoice Desk to QuickBooks',
    narrow: true,
    body: html`<p>Invoice Desk wants to access a company's accounting data. Choose a company to connect.</p>
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

/** Some clients form-encode the id and secret in the header, some don't. */
const isKnownClient = ({ headers }: FastifyRequest): boolean => {
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
  if (!isKnownClient(request)) return reply.code(401).send({ error: 'invalid_client' })
  const form = isRecord(request.body) ? request.body : {}
  const { grant_type, code, redirect_uri, refresh_token } = form
  const withHardExpiry = request.headers['x-include-refresh-token-hard-expires-in'] === 'true'
  if (grant_type === 'authorization_code') {
    const pair = oauth.redeemCode(String(code ?? ''), String(redirect_uri ?? ''), withHardExpiry)
    return pair ?? reply.code(400).send({ error: 'invalid_grant' })
  }
  if (grant_type === 'refresh_token') {
    const { pair, known } = oauth.refresh(String(refresh_token ?? ''), withHardExpiry)
    if (pair) return pair
    const unknown = { error_description: 'Incorrect or invalid refresh token' }
    return reply.code(400).send({ ...(!known && unknown), error: 'invalid_grant' })
  }
  return reply.code(400).send({ error: 'unsupported_grant_type' })
}
