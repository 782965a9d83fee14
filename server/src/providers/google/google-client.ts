// Finds out whether Google knows our client and the addresses that people return to, for tests of the settings.
import * as oidc from 'openid-client'
import type { Config } from '../../settings/config.ts'
import { ProviderError } from '../provider-error.ts'
import { MADE_UP_TOKEN, TEST_TIMEOUT_MS } from '../settings-test.ts'
import { createGoogle, redirectUriOf } from './google.ts'
import { discoverIssuer } from './issuer.ts'

type Settings = Pick<Config, 'google' | 'publicUrl'>

/** `unclear`: the answer is none that we know. */
export type ClientAnswer = 'accepted' | 'refused' | 'unclear'
export type RedirectAnswer = 'registered' | 'not_registered' | 'unknown_client' | 'unclear'

const PAGE_LENGTH_MAX = 200_000

const unavailable = (message: string, cause: unknown) =>
  new ProviderError('google', 'unavailable', message, { cause })

/**
 * Sends a made-up code to the token endpoint. It checks the client before the code, so only a client with the right secret
 * is told that the code is invalid. Nothing else happens.
 */
export const testClient = async (config: Settings): Promise<ClientAnswer> => {
  const { client } = await discoverIssuer(config.google).catch((error: unknown) => {
    throw unavailable('discovery failed', error)
  })
  const parameters = {
    code: MADE_UP_TOKEN,
    redirect_uri: redirectUriOf(config),
    code_verifier: MADE_UP_TOKEN,
  }
  try {
    await oidc.genericGrantRequest(client, 'authorization_code', parameters)
    return 'unclear'
  } catch (error) {
    if (error instanceof oidc.WWWAuthenticateChallengeError && error.status === 401)
      return 'refused'
    if (!(error instanceof oidc.ResponseBodyError) || error.status >= 500)
      throw unavailable("the client can't be tested", error)
    return CLIENT_ANSWERS[error.error] ?? 'unclear'
  }
}

const CLIENT_ANSWERS: Readonly<Record<string, ClientAnswer>> = {
  invalid_grant: 'accepted',
  redirect_uri_mismatch: 'accepted',
  invalid_client: 'refused',
  unauthorized_client: 'refused',
}

/** Opens the first page of a sign-in, as a browser would, but doesn't follow where it leads. */
export const testRedirect = async (
  config: Settings,
  redirectUri = redirectUriOf(config),
): Promise<RedirectAnswer> => {
  const flow = { state: MADE_UP_TOKEN, nonce: MADE_UP_TOKEN, codeVerifier: MADE_UP_TOKEN }
  const url = new URL(await createGoogle(config).startSignIn(flow, { asksConsent: false }))
  url.searchParams.set('redirect_uri', redirectUri)
  try {
    const answer = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TEST_TIMEOUT_MS),
    })
    const location = answer.headers.get('location')
    if (location !== null) return answerTo(new URL(location, url), redirectUri)
    if (answer.status >= 500) throw new Error(`it returned ${answer.status}`)
    return refusalIn((await answer.text()).slice(0, PAGE_LENGTH_MAX)) ?? 'unclear'
  } catch (error) {
    throw unavailable("the sign-in page can't be opened", error)
  }
}

/** An error leads to Google's own error page, which has the reason in `authError`; anything else leads on to the sign-in. */
const answerTo = (to: URL, redirectUri: string): RedirectAnswer => {
  // It sends people back only to an address that is registered.
  if (to.href.startsWith(`${redirectUri}?`)) return 'registered'
  const authError = Buffer.from(to.searchParams.get('authError') ?? '', 'base64').toString()
  const error = `${authError} ${to.searchParams.get('error') ?? ''}`.trim()
  if (error !== '') return refusalIn(error) ?? 'unclear'
  return /\berror\b/i.test(to.pathname) ? 'unclear' : 'registered'
}

const refusalIn = (text: string): RedirectAnswer | undefined => {
  if (/redirect_uri_mismatch|invalid_redirect_uri/.test(text)) return 'not_registered'
  if (/(invalid|deleted|disabled|unauthorized)_client/.test(text)) return 'unknown_client'
  return undefined
}
