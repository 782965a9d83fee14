// Calls Gmail for a message, and says what went wrong and when.
import type { Dependencies } from '../../../dependencies.ts'
import { ProviderError } from '../../../providers/provider-error.ts'
import { createMailboxAccess } from '../mailboxes/mailbox-access.ts'
import type { SendFailure } from './decide.ts'

/** Extra lease time for a new token and the database. */
const MARGIN_MS = 30_000

export const createGmailCall = (dependencies: Dependencies) => {
  const { config, gmail } = dependencies
  const access = createMailboxAccess(dependencies)
  const { gmailTimeoutMs } = config.google

  /** An access token may end early. Then a new one is tried once, if there is time for that. */
  const send = async (mailboxId: string, token: string, raw: Buffer) => {
    const startedAt = Date.now()
    try {
      return await gmail.send(token, raw)
    } catch (error) {
      if (!(error instanceof ProviderError) || error.kind !== 'auth') throw error
      access.forget(mailboxId)
      const renewed = await access.getToken(mailboxId).catch((cause: unknown) => {
        throw new NotSent('', { cause })
      })
      if (Date.now() - startedAt > gmailTimeoutMs + MARGIN_MS / 2) throw error
      return gmail.send(renewed, raw)
    }
  }

  return {
    /** Longer than `send` can take. */
    leaseSeconds: Math.ceil((2 * gmailTimeoutMs + MARGIN_MS) / 1_000),
    getToken: access.getToken,
    send,
  }
}

/** Gmail has refused the first call, and didn't get the second. */
class NotSent extends Error {}

export const toSendFailure = (error: unknown, wasSent: boolean): SendFailure => {
  const cause = error instanceof NotSent ? error.cause : error
  // A bug, or the database: the queue tries again.
  if (!(cause instanceof ProviderError)) throw cause
  const { provider, kind, providerCode, retryAfterMs, message } = cause
  const whileSending = wasSent && !(error instanceof NotSent)
  return { provider, kind, providerCode, retryAfterMs, message, whileSending }
}
