// Gmail: consent to send email as an account, and sending it.
import { z } from 'zod'
import type { Config } from '../../settings/config.ts'
import { neverSentCode } from '../http-failures.ts'
import { ProviderError } from '../provider-error.ts'
import { gmailError, parseJson } from './gmail-errors.ts'
import { createIssuer, type Identity, type ReturnedCode, type SignInFlow } from './issuer.ts'

/** Sending only: it can't read the account's email. */
const SEND_SCOPE = 'https://www.googleapis.com/auth/gmail.send'
/** If Google doesn't say how long an access token lasts. */
const ACCESS_SECONDS = 3_600

const sentSchema = z.object({ id: z.string().min(1) })

export type GmailConsent = {
  identity: Identity
  refreshToken: string | undefined
  /** False if the person unticked the permission. */
  canSend: boolean
}

/** Where people return to after they let the mail relay send from their Gmail account. */
export const gmailRedirectUriOf = ({ publicUrl }: Pick<Config, 'publicUrl'>): string =>
  `${publicUrl}/auth/gmail/redirect`

export type Gmail = ReturnType<typeof createGmail>

export const createGmail = (config: Pick<Config, 'google' | 'publicUrl'>) => {
  const { gmailUrl, gmailTimeoutMs } = config.google
  const issuer = createIssuer(config.google, gmailRedirectUriOf(config))

  const startConsent = (flow: SignInFlow, { address }: { address?: string | undefined }) =>
    issuer.startFlow(flow, {
      scope: `openid email ${SEND_SCOPE}`,
      ...(address === undefined
        ? { prompt: 'select_account consent' }
        : { prompt: 'consent', login_hint: address }),
    })

  const exchangeCode = async (returned: ReturnedCode, flow: SignInFlow): Promise<GmailConsent> => {
    const tokens = await issuer.exchangeCode(returned, flow)
    return {
      identity: await issuer.readIdToken(tokens, flow.nonce),
      refreshToken: tokens.refresh_token,
      // Without a list, everything that we asked for was granted.
      canSend: tokens.scope === undefined || tokens.scope.split(' ').includes(SEND_SCOPE),
    }
  }

  const renew = async (refreshToken: string) => {
    const tokens = await issuer.renew(refreshToken)
    const seconds = tokens.expires_in ?? ACCESS_SECONDS
    return { accessToken: tokens.access_token, expiresAt: Date.now() + seconds * 1_000 }
  }

  const send = async (accessToken: string, raw: Buffer): Promise<{ id: string }> => {
    try {
      const response = await fetch(
        `${gmailUrl}/upload/gmail/v1/users/me/messages/send?uploadType=media`,
        {
          method: 'POST',
          headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'message/rfc822' },
          body: new Uint8Array(raw.buffer as ArrayBuffer, raw.byteOffset, raw.byteLength),
          redirect: 'error',
          signal: AbortSignal.timeout(gmailTimeoutMs),
        },
      )
      const text = await response.text()
      if (!response.ok) throw gmailError(response, text)
      const sent = sentSchema.safeParse(parseJson(text))
      if (!sent.success) throw outcomeUnknown("Gmail's answer can't be read")
      return sent.data
    } catch (error) {
      throw error instanceof ProviderError ? error : fromNetwork(error)
    }
  }

  return { startConsent, exchangeCode, renew, send, revoke: issuer.revoke }
}

const outcomeUnknown = (message: string, cause?: unknown) =>
  new ProviderError('google', 'outcome_unknown', message, { cause })

const fromNetwork = (error: unknown): ProviderError => {
  const code = neverSentCode(error)
  if (code !== undefined)
    return new ProviderError('google', 'unavailable', `no connection (${code})`, { cause: error })
  const isLate = error instanceof Error && error.name === 'TimeoutError'
  return outcomeUnknown(isLate ? 'timed out' : 'the connection broke', error)
}
