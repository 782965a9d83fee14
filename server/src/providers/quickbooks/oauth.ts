// QuickBooks OAuth: authorization URL, code exchange, token refresh and revocation.
import * as oidc from 'openid-client'
import { z } from 'zod'
import type { Config } from '../../settings/config.ts'
import { ProviderError } from '../provider-error.ts'

export type TokenSet = {
  readonly accessToken: string
  readonly accessExpiresAt: Date
  readonly refreshToken: string
  /** Moves with every renewal. */
  readonly refreshExpiresAt: Date
  /** Five years after someone connected, however often it's renewed. Null if QuickBooks didn't say. */
  readonly hardExpiresAt: Date | null
}

/** The refresh token no longer works, so the connection is lost. */
export const INVALID_GRANT = 'invalid_grant'

const SCOPE = 'com.intuit.quickbooks.accounting'
/** The refresh lease is long enough for two of these. */
const TIMEOUT_SECONDS = 10

const tokenAnswer = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
  refresh_token: z.string().min(1),
  x_refresh_token_expires_in: z.number().positive(),
  x_refresh_token_hard_expires_in: z.number().positive().optional().catch(undefined),
})

/** Without it, the token endpoint doesn't say when the connection ends for good. */
const HARD_EXPIRY_HEADER = { 'x-include-refresh-token-hard-expires-in': 'true' }

export type OAuth = ReturnType<typeof createOAuth>

export const createOAuth = ({ publicUrl, quickbooks }: Config) => {
  const redirectUri = `${publicUrl}/auth/qbo/redirect`
  const client = createOAuthClient(quickbooks)

  return {
    authorizationUrl: (state: string): string =>
      oidc.buildAuthorizationUrl(client, { redirect_uri: redirectUri, scope: SCOPE, state }).href,

    exchangeCode: async (code: string): Promise<TokenSet> => {
      const url = new URL(redirectUri)
      url.searchParams.set('code', code)
      const requestedAt = Date.now()
      // The route has already checked the state against the browser's cookie.
      return toTokens(await oidc.authorizationCodeGrant(client, url).catch(rethrow), requestedAt)
    },

    refresh: async (refreshToken: string): Promise<TokenSet> => {
      const requestedAt = Date.now()
      const answer = await oidc.refreshTokenGrant(client, refreshToken).catch(rethrow)
      return toTokens(answer, requestedAt)
    },

    /** QuickBooks expects JSON here, not a form as in the standard. */
    revoke: async (token: string): Promise<void> => {
      const credentials = `${quickbooks.clientId}:${quickbooks.clientSecret}`
      await fetch(quickbooks.revokeUrl, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
          'content-type': 'application/json',
          accept: 'application/json',
        },
        body: JSON.stringify({ token }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_SECONDS * 1_000),
      }).catch(rethrow)
    },
  }
}

const createOAuthClient = (settings: Config['quickbooks']): oidc.Configuration => {
  const client = new oidc.Configuration(
    {
      issuer: new URL(settings.authorizeUrl).origin,
      authorization_endpoint: settings.authorizeUrl,
      token_endpoint: settings.tokenUrl,
    },
    settings.clientId,
    undefined,
    oidc.ClientSecretBasic(settings.clientSecret),
  )
  client.timeout = TIMEOUT_SECONDS
  client[oidc.customFetch] = (url, options) => {
    const headers = { ...options.headers, ...HARD_EXPIRY_HEADER }
    return fetch(url, { ...options, headers } as RequestInit)
  }
  if (settings.tokenUrl.startsWith('http:')) oidc.allowInsecureRequests(client)
  return client
}

/** Expiry counts from before the call, so it's early rather than late. */
const toTokens = (answer: unknown, requestedAt: number): TokenSet => {
  const { data } = tokenAnswer.safeParse(answer)
  if (!data) throw new ProviderError('quickbooks', 'unavailable', 'unexpected token response')
  const { x_refresh_token_hard_expires_in: hardSeconds } = data
  return {
    accessToken: data.access_token,
    accessExpiresAt: new Date(requestedAt + data.expires_in * 1_000),
    refreshToken: data.refresh_token,
    refreshExpiresAt: new Date(requestedAt + data.x_refresh_token_expires_in * 1_000),
    hardExpiresAt: hardSeconds === undefined ? null : new Date(requestedAt + hardSeconds * 1_000),
  }
}

/** Only `invalid_grant` from QuickBooks ends a connection; other failures may be temporary. */
const rethrow = (error: unknown): never => {
  const isAnswer = error instanceof oidc.ResponseBodyError && error.status < 500
  if (!isAnswer || error.status === 429) {
    throw new ProviderError('quickbooks', 'unavailable', 'the token service failed', {
      cause: error,
    })
  }
  const isDead = error.error === INVALID_GRANT
  throw new ProviderError('quickbooks', isDead ? 'auth' : 'rejected', `refused: ${error.error}`, {
    providerCode: error.error,
    cause: error,
  })
}
