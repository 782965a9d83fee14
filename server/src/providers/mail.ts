// Mail over SMTP. Jobs send it, so a failure here means "later", never "lost".
import { isPlainEmail } from '@invoice-desk/contract/email'
import type { Transporter } from 'nodemailer'
import type { Config } from '../config.ts'
import { ProviderError } from './provider-error.ts'

const TIMEOUT_MS = 15_000

export type Mail = {
  /** Fixed per message, so that a mail sent again is recognisable as the same one. */
  messageId: string
  to: readonly string[]
  subject: string
  text: string
  html: string
  attachments?: { filename: string; contentType: string; content: Buffer }[]
}

export type Mailer = ReturnType<typeof createMailer>

export const createMailer = (config: Config) => {
  let opened: Promise<Transporter> | undefined
  const open = (): Promise<Transporter> => {
    opened ??= openTransport(config.mail).catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }
  const domain = config.mail.from.split('@').at(-1)

  const send = async (mail: Mail): Promise<void> => {
    const to = mail.to.map(recipientOf)
    try {
      await (await open()).sendMail({
        ...mail,
        to,
        from: { name: config.businessName, address: config.mail.from },
        messageId: `<${mail.messageId}@${domain}>`,
      })
    } catch (error) {
      const isRefusal = isPermanent(error)
      throw new ProviderError('mail', isRefusal ? 'rejected' : 'unavailable', 'mail not sent', {
        cause: error,
      })
    }
  }

  return { send, close: async () => (await opened)?.close() }
}

/** Loaded with the first mail: a start need not wait for it. */
const openTransport = async ({ smtpUrl, requireTls }: Config['mail']): Promise<Transporter> => {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url: smtpUrl,
    requireTLS: requireTls,
    pool: true,
    maxConnections: 2,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
}

/** As an object it is taken literally; in a text, `a<b@c.example>` would reach b. */
const recipientOf = (address: string): { name: string; address: string } => {
  if (!isPlainEmail(address)) {
    throw new ProviderError('mail', 'rejected', 'the recipient is not a plain email address')
  }
  return { name: '', address }
}

/** SMTP says 5xx for what will never be accepted. */
const isPermanent = (error: unknown): boolean =>
  error instanceof Error &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500
