// OpenID Connect with Google for sign-in and Gmail: authorization code with PKCE and nonce, id tokens verified by JWKS.
import { isPlainEmail } from '@invoice-desk/contract/values/email'
import { createRemoteJWKSet, type JWTPayload, errors as joseErrors, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import { undisguised } from '../../lib/undisguised.ts'
import type { Config } from '../../settings/config.ts'
import { ProviderError } from '../provider-error.ts'

const TIMEOUT_SECONDS = 10
const CLOCK_TOLERANCE_SECONDS = 5

export type Identity = {
  /** Google's id of the account. Unlike the email, it never belongs to anyone else. */
  sub: string
  email: string
  name: string
  picture: string
  /** The Workspace domain that manages the account, if any. */
  domain: string | undefined
  exp: number
}

export type SignInFlow = { state: string; nonce: string; codeVerifier: string }

/** What Google's redirect brings back. */
export type ReturnedCode = { code: string; state: string; iss?: string | undefined }

/** The `providerCode` of a refresh token that Google no longer accepts. */
export const GRANT_ENDED = 'invalid_grant'

export const createIssuer = (settings: Config['google'], redirectUri: string) => {
  const { issuer, clientId } = settings
  let discovered: Promise<Discovered> | undefined

  // Cached after the first success. After a failure, the next sign-in tries again.
  const discover = (): Promise<Discovered> => {
    discovered ??= discoverIssuer(settings).catch((error: unknown) => {
      discovered = undefined
      throw new ProviderError('google', 'unavailable', 'discovery failed', { cause: error })
    })
    return discovered
  }

  const startFlow = async (
    flow: SignInFlow,
    parameters: Readonly<Record<string, string>>,
  ): Promise<string> => {
    const { client } = await discover()
    const url = oidc.buildAuthorizationUrl(client, {
      ...parameters,
      redirect_uri: redirectUri,
      access_type: 'offline',
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(flow.codeVerifier),
      code_challenge_method: 'S256',
    })
    return url.href
  }

  const verifyIdToken = async (idToken: string, nonce?: string): Promise<Identity> => {
    const { jwks } = await discover()
    const { payload } = await jwtVerify(idToken, jwks, {
      algorithms: ['RS256'],
      issuer: [issuer, issuer.replace(/^https:\/\//, '')],
      audience: clientId,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      requiredClaims: ['exp', 'sub', 'email'],
    }).catch(rethrowTokenError)
    if (payload.email_verified !== true) throw rejected('the email is not verified')
    if (nonce !== undefined && payload.nonce !== nonce) throw rejected('the nonce differs')
    return identityOf(payload)
  }

  /** The answer has an id token, but only `verifyIdToken` checks its signature. */
  const exchangeCode = async (
    returned: ReturnedCode,
    flow: SignInFlow,
  ): Promise<oidc.TokenEndpointResponse> => {
    const { client } = await discover()
    const url = new URL(redirectUri)
    url.searchParams.set('code', returned.code)
    url.searchParams.set('state', returned.state)
    if (returned.iss !== undefined) url.searchParams.set('iss', returned.iss)
    return oidc
      .authorizationCodeGrant(client, url, {
        pkceCodeVerifier: flow.codeVerifier,
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        idTokenExpected: true,
      })
      .catch(rethrowGrantError)
  }

  const renew = async (refreshToken: string): Promise<oidc.TokenEndpointResponse> => {
    const { client } = await discover()
    return oidc.refreshTokenGrant(client, refreshToken).catch(rethrowRenewalError)
  }

  /** Google takes the app's whole permission, not only this token. */
  const revoke = async (refreshToken: string): Promise<void> => {
    const { client } = await discover()
    await oidc.tokenRevocation(client, refreshToken).catch((error: unknown) => {
      const message = "the permission can't be revoked"
      throw new ProviderError('google', 'unavailable', message, { cause: error })
    })
  }

  const readIdToken = (
    { id_token }: oidc.TokenEndpointResponse,
    nonce?: string,
  ): Promise<Identity> => {
    if (id_token === undefined) throw rejected('the response has no id token')
    return verifyIdToken(id_token, nonce)
  }

  return { startFlow, exchangeCode, renew, revoke, verifyIdToken, readIdToken }
}

const identityOf = (payload: JWTPayload): Identity => {
  const email = String(payload.email).toLowerCase()
  if (!isPlainEmail(email)) throw rejected('the email is not a plain address')
  return {
    sub: payload.sub ?? '',
    email,
    name: typeof payload.name === 'string' ? undisguised(payload.name) : '',
    picture: typeof payload.picture === 'string' ? payload.picture : '',
    domain: typeof payload.hd === 'string' ? payload.hd.toLowerCase() : undefined,
    exp: payload.exp ?? 0,
  }
}

type Discovered = { client: oidc.Configuration; jwks: ReturnType<typeof createRemoteJWKSet> }

export const discoverIssuer = async (settings: Config['google']): Promise<Discovered> => {
  const { issuer, clientId, clientSecret } = settings
  const secret = oidc.ClientSecretPost(clientSecret)
  const client = await oidc.discovery(new URL(issuer), clientId, undefined, secret, {
    timeout: TIMEOUT_SECONDS,
    ...(issuer.startsWith('http:') ? { execute: [oidc.allowInsecureRequests] } : {}),
  })
  const { jwks_uri } = client.serverMetadata()
  if (jwks_uri === undefined) throw new Error('the issuer has no key set')
  const jwks = createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: TIMEOUT_SECONDS * 1_000 })
  return { client, jwks }
}

const rejected = (message: string, cause?: unknown) =>
  new ProviderError('google', 'rejected', message, { cause })

/** If the key set can't be fetched, it's an outage; anything else is a bad token. */
const rethrowTokenError = (error: unknown): never => {
  if (error instanceof joseErrors.JWTExpired) {
    throw new ProviderError('google', 'rejected', 'the token has expired', {
      providerCode: 'expired',
      cause: error,
    })
  }
  const isAboutToken =
    error instanceof joseErrors.JOSEError && !(error instanceof joseErrors.JWKSTimeout)
  const isOutage = error instanceof joseErrors.JOSEError && error.code === 'ERR_JOSE_GENERIC'
  if (isAboutToken && !isOutage) throw rejected('the id token is not valid', error)
  throw new ProviderError('google', 'unavailable', "the key set can't be read", { cause: error })
}

/** A timeout, network error or 5xx is an outage; anything else is a bad code. */
const rethrowGrantError = (error: unknown): never => {
  const isRefusal =
    (error instanceof oidc.ResponseBodyError ||
      error instanceof oidc.AuthorizationResponseError ||
      error instanceof oidc.WWWAuthenticateChallengeError ||
      error instanceof oidc.ClientError) &&
    !isOutage(error)
  if (isRefusal) throw rejected('the code was not accepted', error)
  throw new ProviderError('google', 'unavailable', "the code can't be exchanged", { cause: error })
}

/** Only one answer says that Google has ended the permission. Anything else, such as a wrong client secret, may pass. */
const rethrowRenewalError = (error: unknown): never => {
  if (error instanceof oidc.ResponseBodyError && error.error === GRANT_ENDED) {
    throw new ProviderError('google', 'rejected', 'Google has ended the permission', {
      providerCode: GRANT_ENDED,
      cause: error,
    })
  }
  throw new ProviderError('google', 'unavailable', "the sign-in can't be renewed", { cause: error })
}

const isOutage = (error: Error): boolean => {
  const { cause } = error
  const status = cause instanceof Response ? cause.status : 'status' in error ? error.status : 0
  const isTimeout = 'code' in error && error.code === 'OAUTH_TIMEOUT'
  return isTimeout || Number(status) >= 500
}
