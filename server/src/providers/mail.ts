// Mail over SMTP. Jobs send it, so a failure here means "later", never "lost".
import type { Transporter } from 'nodemailer'
import type { Config } from '../config.ts'
import { ProviderError } from './provider-error.ts'

const TIMEOUT_MS = 15_000

export type Mail = {
  /** Fixed per message, so that a mail sent again is recognisable as the same one. */
  messageId: string
  to: string
  subject: string
  text: string
  html: string
  attachments?: { filename: string; contentType: string; content: Buffer }[]
}

export type Mailer = ReturnType<typeof createMailer>

export const createMailer = (config: Config) => {
  let opened: Promise<Transporter> | undefined
  const open = (): Promise<Transporter> => {
    opened ??= openTransport(config.mail)
    return opened
  }
  const domain = config.mail.from.split('@').at(-1)?.replace(/[>\s]/g, '') ?? 'localhost'

  const send = async (mail: Mail): Promise<void> => {
    try {
      await (await open()).sendMail({
        ...mail,
        from: { name: config.businessName, address: addressOf(config.mail.from) },
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

const addressOf = (from: string): string => /<([^>]+)>/.exec(from)?.[1] ?? from.trim()

/** SMTP says 5xx for what will never be accepted. */
const isPermanent = (error: unknown): boolean =>
  error instanceof Error &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500
