// Signs in to the Google emulator with the library that the app uses.
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import type { GoogleAccount } from '../src/google/accounts.ts'
import type { Sandbox } from '../src/start.ts'
import { type Browser, jsonOf, openBrowser, REDIRECT_URI } from './support.ts'

export const STAFF = 'sam.staff@harborfinch.example'
export const STRANGER = 'stranger@elsewhere.example'

export const clientOf = async ({ settings }: Sandbox): Promise<Configuration> => {
  const { GOOGLE_ISSUER = '', GOOGLE_CLIENT_ID = '', GOOGLE_CLIENT_SECRET } = settings.google ?? {}
  const client = await discovery(
    new URL(GOOGLE_ISSUER),
    GOOGLE_CLIENT_ID,
    GOOGLE_CLIENT_SECRET,
    undefined,
    { execute: [allowInsecureRequests, enableNonRepudiationChecks] },
  )
  return client
}

export const begin = async (client: Configuration, extra: Record<string, string> = {}) => {
  const checks = {
    pkceCodeVerifier: randomPKCECodeVerifier(),
    expectedState: randomState(),
    expectedNonce: randomNonce(),
  }
  const url = buildAuthorizationUrl(client, {
    redirect_uri: REDIRECT_URI,
    scope: 'openid email profile',
    access_type: 'offline',
    prompt: 'select_account',
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    code_challenge: await calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
    ...extra,
  })
  return { url, checks }
}

export const accountOf = async (sandbox: Sandbox, email: string): Promise<GoogleAccount> => {
  const accounts = await jsonOf<GoogleAccount[]>(fetch(`${sandbox.url}/google/accounts`))
  const account = accounts.find((each) => each.email === email)
  if (!account) throw new Error(`No account ${email}`)
  return account
}

/** Returns the address that the person is redirected to. */
export const choose = async (
  sandbox: Sandbox,
  browser: Browser,
  url: URL,
  email: string,
  form: Record<string, string> = {},
) => {
  const chooser = await browser.open(url)
  const { sub } = await accountOf(sandbox, email)
  return (await browser.open(chooser.url, { account: sub, ...form })).url
}

export const signIn = async (
  sandbox: Sandbox,
  email: string,
  browser = openBrowser(sandbox.url),
  extra: Record<string, string> = {},
  form: Record<string, string> = {},
) => {
  const client = await clientOf(sandbox)
  const { url, checks } = await begin(client, extra)
  const back = await choose(sandbox, browser, url, email, form)
  const tokens = await authorizationCodeGrant(client, back, checks)
  return { client, checks, back, tokens, claims: tokens.claims() }
}
