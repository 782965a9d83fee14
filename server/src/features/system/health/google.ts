// Tests Google sign-in: whether it answers, and whether it knows our client and the address that people return to.
import type { Finding } from '@invoice-desk/contract/system/service-checks'
import { redirectUriOf } from '../../../providers/google/google.ts'
import {
  type ClientAnswer,
  type RedirectAnswer,
  testClient,
  testRedirect,
} from '../../../providers/google/google-client.ts'
import { type Check, note, ok, problem } from './check.ts'
import { failureOf } from './provider-failures.ts'

const GOOGLE_ISSUER = 'https://accounts.google.com'
const CLIENT_ID = /^\d+(-\w+)?\.apps\.googleusercontent\.com$/
const CLIENT = 'At console.cloud.google.com/apis/credentials, open your OAuth client'

export const checkGoogle: Check = async ({ config }) => {
  const { issuer, clientId } = config.google
  const name = issuer === GOOGLE_ISSUER ? 'Google' : 'The sign-in provider'
  // Google would only say that it doesn't know this client.
  if (issuer === GOOGLE_ISSUER && !CLIENT_ID.test(clientId)) return [WRONG_SHAPE]
  const findings: Finding[] = []
  try {
    const client = await testClient(config)
    findings.push(ok(`${name} answers at ${issuer}.`), CLIENT_FINDINGS[client])
    // A client that doesn't exist has no addresses.
    if (client !== 'refused') {
      const redirect = await testRedirect(config)
      findings.push(redirectFinding(redirect, redirectUriOf(config)))
    }
  } catch (error) {
    findings.push(failureOf(error, name, issuer))
    if (issuer !== GOOGLE_ISSUER) findings.push(OTHER_ISSUER)
  }
  return findings
}

const OTHER_ISSUER = note(
  'GOOGLE_ISSUER is set to a provider other than Google.',
  'Leave GOOGLE_ISSUER empty to use Google.',
)

const WRONG_SHAPE = problem(
  "GOOGLE_CLIENT_ID doesn't look like a client ID from Google.",
  `${CLIENT}, and copy the client ID, which ends with .apps.googleusercontent.com, into GOOGLE_CLIENT_ID.`,
)

const CLIENT_FINDINGS: Readonly<Record<ClientAnswer, Finding>> = {
  accepted: ok('The client ID and its secret are right.'),
  refused: problem(
    'Google refused GOOGLE_CLIENT_ID or GOOGLE_CLIENT_SECRET.',
    `${CLIENT}, and copy both again. Google shows a secret only when it's created. Create a new one if you didn't save it.`,
  ),
  unclear: note(
    "We couldn't tell from Google's answer whether the client ID and its secret are right.",
    'Sign in once to find out.',
  ),
}

const redirectFinding = (answer: RedirectAnswer, redirectUri: string): Finding => {
  if (answer === 'registered') return ok(`People return to ${redirectUri}, which is registered.`)
  if (answer === 'not_registered') {
    return problem(
      `${redirectUri} isn't registered at Google, so no one can sign in.`,
      `${CLIENT}, and add exactly this address to the authorized redirect URIs. If the address is wrong, correct PUBLIC_URL.`,
    )
  }
  if (answer === 'unknown_client') return CLIENT_FINDINGS.refused
  return note(
    `We couldn't tell from Google's answer whether ${redirectUri} is registered.`,
    `Sign in once to find out. ${CLIENT}, and make sure that this address is one of the authorized redirect URIs.`,
  )
}
