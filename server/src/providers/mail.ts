// Sends email over SMTP. Jobs call it, so a failure is retried.
import { isPlainEmail } from '@invoice-desk/contract/values/email'
import { createTransport } from 'nodemailer'
import type { Config } from '../settings/config.ts'
import { ProviderError } from './provider-error.ts'

const TIMEOUT_MS = 15_000

export type Mail = {
  /** Stays the same when a message is sent again, so duplicates can be recognized. */
  messageId: string
  to: readonly string[]
  subject: string
  text: string
  html: string
  /** One with a `cid` is an image that the HTML shows. */
  attachments?: { filename: string; contentType: string; content: Buffer; cid?: string }[]
}

export type Mailer = ReturnType<typeof createMailer>

const connectionOf = ({ smtpUrl, requireTls }: Config['mail']) => ({
  url: smtpUrl,
  requireTLS: requireTls,
  connectionTimeout: TIMEOUT_MS,
  greetingTimeout: TIMEOUT_MS,
  socketTimeout: TIMEOUT_MS,
})

export const createMailer = (config: Config) => {
  const { mail: settings } = config
  const transport = createTransport({
    ...connectionOf(settings),
    pool: true,
    maxConnections: 2,
  })
  const domain = settings.from.split('@').at(-1)

  const send = async (mail: Mail): Promise<void> => {
    const to = mail.to.map(recipientOf)
    try {
      await transport.sendMail({
        ...mail,
        to,
        from: { name: config.businessName, address: settings.from },
        messageId: `<${mail.messageId}@${domain}>`,
      })
    } catch (error) {
      const kind = isPermanent(error) ? 'rejected' : 'unavailable'
      throw new ProviderError('mail', kind, 'the email was not sent', { cause: error })
    }
  }

  return { send, close: () => transport.close() }
}

/** Connects and signs in as for an email, but sends nothing. Throws what the mail server or the network said. */
export const verifyMailServer = async (settings: Config['mail']): Promise<void> => {
  // Otherwise a user and password would be ignored by a server that offers no login.
  const forceAuth = new URL(settings.smtpUrl).username !== ''
  const transport = createTransport({ ...connectionOf(settings), forceAuth })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/** An object is taken literally; as text, `a<b@c.example>` would reach b. */
const recipientOf = (address: string): { name: string; address: string } => {
  if (!isPlainEmail(address)) {
    throw new ProviderError('mail', 'rejected', 'the recipient is not a plain email address')
  }
  return { name: '', address }
}

/** SMTP answers 5xx if it will never accept the message. */
const isPermanent = (error: unknown): boolean =>
  error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 500
