// The page where a person chooses the account to sign in with.
import type { FastifyInstance } from 'fastify'
import type Provider from 'oidc-provider'
import { pageRoutes } from '../web/page-routes.ts'
import { html, type PageParts, sendPage } from '../web/pages.ts'
import type { Accounts, GoogleAccount } from './accounts.ts'
import { ERROR_PATH, GMAIL_SCOPE } from './provider.ts'

type Choice = {
  Params: { uid: string }
  Body: { account?: string; cancel?: string; gmail?: string }
}

export const chooseRoutes = (
  app: FastifyInstance,
  provider: Provider,
  accounts: Accounts,
  appUrl: () => string,
) =>
  pageRoutes(app, (pages) => {
    pages.get<{ Querystring: { authError?: string } }>(ERROR_PATH, (request, reply) =>
      sendPage(reply, errorPage(request.query.authError), 400),
    )
    pages.get('/choose/:uid', async (request, reply) => {
      try {
        const { params } = await provider.interactionDetails(request.raw, reply.raw)
        return sendPage(reply, choosePage(orderFor(accounts, params.login_hint), asked(params)))
      } catch {
        return sendPage(reply, expiredPage(appUrl()), 400)
      }
    })
    pages.post<Choice>('/choose/:uid', async (request, reply) => {
      const account = accounts.find(request.body?.account ?? '')
      const denied = request.body?.gmail === 'yes' ? [] : [GMAIL_SCOPE]
      const result = account
        ? { select_account: {}, login: { accountId: account.sub }, consent: { denied } }
        : { error: 'access_denied' }
      try {
        const interaction = await provider.interactionDetails(request.raw, reply.raw)
        if (account) await switchAccount(provider, interaction, account)
        return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303)
      } catch {
        return sendPage(reply, expiredPage(appUrl()), 400)
      }
    })
  })

/**
 * The library signs the previous person out on a page that needs JavaScript. Giving the session to
 * the chosen person first avoids that.
 */
const switchAccount = async (
  provider: Provider,
  interaction: Awaited<ReturnType<Provider['interactionDetails']>>,
  { sub }: GoogleAccount,
): Promise<void> => {
  if (!interaction.session || interaction.session.accountId === sub) return
  const session = await provider.Session.findByUid(interaction.session.uid)
  if (!session) return
  session.loginAccount({ accountId: sub })
  session.authorizations = {}
  await session.persist()
  interaction.session = { ...interaction.session, accountId: sub }
  await interaction.persist()
}

type Asked = { readonly consent: boolean; readonly gmail: boolean }

const asked = ({ prompt, scope }: Readonly<Record<string, unknown>>): Asked => {
  const gmail = String(scope).split(' ').includes(GMAIL_SCOPE)
  return { gmail, consent: !gmail && String(prompt).split(' ').includes('consent') }
}

/** The account that the app suggests comes first. */
const orderFor = (accounts: Accounts, hint: unknown): GoogleAccount[] => {
  const hinted = accounts.findByEmail(String(hint))
  const others = accounts.list().filter(({ sub }) => sub !== hinted?.sub)
  return hinted ? [hinted, ...others] : others
}

const CONSENT = html`<p class="notice">Invoice Desk asks for your consent again: to your name, email and picture, and to keep you signed in.</p>`

/** People can take single permissions out, and the app must notice. */
const GMAIL_CONSENT = html`<p class="notice">Invoice Desk wants additional access to your Google account. Select what it can access:</p>
<p><label class="check"><input type="checkbox" name="gmail" value="yes" checked> Send email on your behalf (Gmail)</label></p>`

const choosePage = (accounts: readonly GoogleAccount[], { consent, gmail }: Asked): PageParts => ({
  title: 'Choose an account',
  narrow: true,
  body: html`<p>to continue to Invoice Desk</p>
${consent && CONSENT}
<form method="post" class="chooser">
${gmail && GMAIL_CONSENT}
<ul>${accounts.map(
    (account) => html`<li>
<img src="/google/avatars/${account.sub}.svg" alt="" width="40" height="40">
<div><strong>${account.name}</strong>
<button name="account" value="${account.sub}">${account.email}</button>
<small>${account.note}${!account.email_verified && ' · email not verified'}</small></div>
</li>`,
  )}</ul>
<p class="actions"><button name="cancel" value="yes">Cancel</button></p>
</form>`,
})

const expiredPage = (appUrl: string): PageParts => ({
  title: 'This sign-in has expired',
  narrow: true,
  body: html`<p>It took too long, or you finished it in another tab. Start again from
<a href="${appUrl}">${appUrl}</a>.</p>`,
})

const errorPage = (authError = ''): PageParts => {
  const code = Buffer.from(authError, 'base64').toString().replace(/\W/g, '')
  return {
    title: 'Sign-in failed',
    narrow: true,
    body: html`<p class="notice bad" role="alert">Error 400: ${code}</p>`,
  }
}
