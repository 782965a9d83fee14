// An OpenID provider that behaves like Google's, with one registered client.
import Provider, { type Configuration, interactionPolicy } from 'oidc-provider'
import type { EmulatorContext } from '../emulator.ts'
import { isLocalUrl } from '../local.ts'
import { isRecord } from '../web/browser.ts'
import { html, layout } from '../web/pages.ts'
import type { Accounts, GoogleAccount } from './accounts.ts'
import { storeAdapter } from './adapter.ts'
import type { GoogleKeys } from './keys.ts'

export const CLIENT_ID = 'sandbox-client.apps.googleusercontent.example'
export const CLIENT_SECRET = 'sandbox-google-client-secret'
export const ERROR_PATH = '/signin/oauth/error'
/** Lets the app send email as the account, and nothing else. */
export const GMAIL_SCOPE = 'https://www.googleapis.com/auth/gmail.send'
const REDIRECT_PATHS = ['/auth/google/redirect', '/auth/gmail/redirect']

const ACCESS_TOKEN_SECONDS = 3_599
const CODE_SECONDS = 10 * 60
const INTERACTION_SECONDS = 60 * 60
const SESSION_SECONDS = 14 * 24 * 60 * 60
const REFRESH_TOKEN_SECONDS = 180 * 24 * 60 * 60

export const createProvider = (
  context: EmulatorContext,
  accounts: Accounts,
  keys: GoogleKeys,
): Provider => {
  const provider = new Provider(context.url, {
    ...fixedConfiguration,
    adapter: storeAdapter(context.store),
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        client_name: 'Invoice Desk',
        redirect_uris: REDIRECT_PATHS.map((path) => `${context.appUrl}${path}`),
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [keys.signing] },
    cookies: {
      keys: [keys.cookie],
      names: {
        session: 'sandbox_google_session',
        interaction: 'sandbox_google_interaction',
        resume: 'sandbox_google_resume',
      },
    },
    ttl: {
      AccessToken: ACCESS_TOKEN_SECONDS,
      AuthorizationCode: CODE_SECONDS,
      Grant: REFRESH_TOKEN_SECONDS,
      IdToken: () => accounts.settings().idTokenSeconds,
      Interaction: INTERACTION_SECONDS,
      RefreshToken: REFRESH_TOKEN_SECONDS,
      Session: SESSION_SECONDS,
    },
    interactions: {
      policy: choosingPolicy(),
      url: (_ctx, interaction) => `${new URL(context.url).pathname}/choose/${interaction.uid}`,
    },
    findAccount: async (_ctx, sub) => {
      const account = accounts.find(sub)
      return account && { accountId: sub, claims: async () => claimsOf(account, context.url) }
    },
    ...offlineAccess(context, accounts),
  })
  // The app can run on any local port, and tests learn theirs late.
  provider.Client.prototype.redirectUriAllowed = (uri: string) =>
    isLocalUrl(uri) && REDIRECT_PATHS.some((path) => new URL(uri).href === new URL(path, uri).href)
  renewLikeGoogle(provider)
  revokeLikeGoogle(provider, accounts)
  provider.on('server_error', (_ctx, error) => console.error(error))
  return provider
}

/** Google's words for errors of a request to sign in. */
const ERROR_CODES: Readonly<Record<string, string>> = {
  invalid_redirect_uri: 'redirect_uri_mismatch',
}

/** The error is in the address as base64 of a protocol buffer with the code as its first field. */
const errorPath = (error: string): string => {
  const code = Buffer.from(ERROR_CODES[error] ?? error)
  const authError = Buffer.concat([Buffer.from([0x0a, code.length]), code]).toString('base64')
  return `${ERROR_PATH}?${new URLSearchParams({ authError, client_id: CLIENT_ID })}`
}

/** Google's paths, and id tokens with the profile in them. */
const fixedConfiguration = {
  routes: {
    authorization: '/o/oauth2/v2/auth',
    token: '/token',
    jwks: '/oauth2/v3/certs',
    userinfo: '/v1/userinfo',
    revocation: '/revoke',
  },
  scopes: ['openid', 'email', 'profile', GMAIL_SCOPE],
  claims: {
    openid: ['sub', 'azp', 'hd'],
    email: ['email', 'email_verified'],
    profile: ['name', 'given_name', 'family_name', 'picture'],
  },
  conformIdTokenClaims: false,
  extraParams: ['access_type', 'include_granted_scopes'],
  responseTypes: ['code'],
  clientAuthMethods: ['client_secret_post', 'client_secret_basic'],
  pkce: { required: () => true },
  features: {
    devInteractions: { enabled: false },
    revocation: { enabled: true, allowedPolicy: async () => true },
    rpInitiatedLogout: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    dPoP: { enabled: false },
  },
  clientBasedCORS: (_ctx, origin) => isLocalUrl(origin),
  expiresWithSession: async () => false,
  rotateRefreshToken: false,
  renderError: async (ctx, out) => {
    // Google shows these on a page of its own, and an address that isn't registered gets nothing.
    if (ctx.oidc?.route === 'authorization')
      return ctx.redirect(`${ctx.oidc.issuer}${errorPath(out.error)}`)
    ctx.type = 'html'
    ctx.body = layout({
      title: 'Sign-in failed',
      narrow: true,
      body: html`<p class="notice bad" role="alert">${out.error}: ${out.error_description}</p>`,
    })
  },
} satisfies Configuration

/** Google asks for the account first. */
const choosingPolicy = () => {
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  return policy
}

const claimsOf = (account: GoogleAccount, url: string) => {
  const [givenName = '', ...rest] = account.name.split(' ')
  return {
    sub: account.sub,
    azp: CLIENT_ID,
    email: account.email,
    email_verified: account.email_verified,
    name: account.name,
    given_name: givenName,
    family_name: rest.join(' '),
    picture: `${url}/avatars/${account.sub}.svg`,
    ...(account.hd && { hd: account.hd }),
  }
}

/** The most pending sign-ins; only abandoned ones add up to this many. */
const OFFLINE_MAX = 2_000

/**
 * Choosing an account counts as consent. `access_type=offline` adds a refresh token, but only the first time that a person
 * consents, and when the app asks for consent again.
 */
const offlineAccess = ({ store }: EmulatorContext, accounts: Accounts) => {
  const offline = store.collection<{ readonly asksConsent: boolean }>('google.offline')
  return {
    loadExistingGrant: async ({ oidc }) => {
      const { accountId } = oidc.session ?? {}
      if (!oidc.client || !accountId) return undefined
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId })
      const denied = deniedScopes(oidc.result?.consent)
      grant.addOIDCScope([...oidc.requestParamScopes].join(' '))
      if (denied.length > 0) grant.rejectOIDCScope(denied.join(' '))
      const grantId = await grant.save()
      if (offline.size >= OFFLINE_MAX) offline.clear()
      const asksConsent = oidc.prompts.has('consent')
      if (oidc.params?.access_type === 'offline') offline.set(grantId, { asksConsent })
      return grant
    },
    issueRefreshToken: async (_ctx, _client, { accountId, grantId = '' }) => {
      const request = offline.get(grantId)
      offline.delete(grantId)
      if (!request || !accountId) return false
      return accounts.giveConsent(accountId) || request.asksConsent
    },
  } satisfies Configuration
}

/** What the person unticked on the consent page. */
const deniedScopes = (consent: unknown): string[] =>
  isRecord(consent) && Array.isArray(consent.denied) ? consent.denied.map(String) : []

/** Google takes the whole permission of the app, whichever of the person's tokens is revoked. */
const revokeLikeGoogle = (provider: Provider, accounts: Accounts) =>
  provider.use(async (ctx, next) => {
    await next()
    if (ctx.oidc?.route !== 'revocation') return
    const { RefreshToken, AccessToken } = ctx.oidc.entities
    const account = accounts.find((RefreshToken ?? AccessToken)?.accountId ?? '')
    if (account) accounts.withdrawConsent(account.email)
  })

/** The response to a refresh has no refresh token, and its id token no nonce. */
const renewLikeGoogle = (provider: Provider) => {
  Object.defineProperty(provider.RefreshToken.prototype, 'nonce', {
    get: () => undefined,
    set: () => {},
  })
  provider.use(async (ctx, next) => {
    await next()
    const isRefresh = ctx.oidc?.params?.grant_type === 'refresh_token'
    if (isRefresh && ctx.status === 200) delete (ctx.body as Record<string, unknown>).refresh_token
  })
}
