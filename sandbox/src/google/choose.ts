// The page where a person chooses the account to sign in with.
import type { FastifyInstance } from 'fastify'
import type Provider from 'oidc-provider'
import { pageRoutes } from '../web/page-routes.ts'
import { html, type PageParts, sendPage } from '../web/pages.ts'
import type { Accounts, GoogleAccount } from './accounts.ts'
import { ERROR_PATH } from './provider.ts'

type Choice = { Params: { uid: string }; Body: { account?: string; cancel?: string } }

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
        const asksConsent = String(params.prompt).split(' ').includes('consent')
        return sendPage(reply, choosePage(accounts.list(), asksConsent))
      } catch {
        return sendPage(reply, expiredPage(appUrl()), 400)
      }
    })
    pages.post<Choice>('/choose/:uid', async (request, reply) => {
      const account = accounts.find(request.body?.account ?? '')
      const result = account
        ? { select_account: {}, login: { accountId: account.sub }, consent: {} }
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

const choosePage = (accounts: readonly GoogleAccount[], asksConsent: boolean): PageParts => ({
  title: 'Choose an account',
  narrow: true,
  body: html`<p>to continue to Invoice Desk</p>
${asksConsent && html`<p class="notice">Invoice Desk asks for your consent again: to your name, email and picture, and to keep you signed in.</p>`}
<form method="post" class="chooser">
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
