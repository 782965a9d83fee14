// Tests the mail server up to the login, and the DNS records of the sender's domain.
import type { Finding } from '@invoice-desk/contract/system/service-checks'
import { verifyMailServer } from '../../../providers/mail.ts'
import { isLoopback } from '../../../settings/public-host.ts'
import { type Check, type CheckDependencies, note, ok, problem } from './check.ts'
import { explainMail } from './mail-problems.ts'
import { checkSender } from './mail-sender.ts'

export const checkMail: Check = async ({ config }) => {
  const [server, sender] = await Promise.all([checkServer(config), checkSender(config)])
  return [...server, ...sender]
}

type Settings = Pick<CheckDependencies['config'], 'mail'>

/** The host and port, without the user and password. */
export const mailServerOf = ({ mail }: Settings): string => {
  const { host, port, protocol } = new URL(mail.smtpUrl)
  return port === '' ? `${host}:${protocol === 'smtps:' ? 465 : 587}` : host
}

const checkServer = async ({ mail }: Settings): Promise<Finding[]> => {
  const address = mailServerOf({ mail })
  try {
    await verifyMailServer(mail)
  } catch (error) {
    const { text, fix } = explainMail(error, address)
    return [problem(text, fix)]
  }
  const { protocol, hostname, username } = new URL(mail.smtpUrl)
  const isEncrypted = protocol === 'smtps:' || mail.requireTls
  return [
    ok(`The mail server at ${address} answers.`),
    isEncrypted ? ok('The connection uses TLS.') : withoutTls(hostname),
    ...(username !== '' ? [ok('It accepted the user and the password.')] : withoutLogin(hostname)),
  ]
}

/** In live mode, only a mail server on this machine may be without it. */
const withoutTls = (hostname: string): Finding =>
  isLoopback(hostname)
    ? ok("The connection doesn't need TLS, because the mail server is on this machine.")
    : note(
        'The connection uses TLS only if the mail server offers it.',
        'Use smtps:// in SMTP_URL if the mail server supports it. Live mode always requires TLS.',
      )

const withoutLogin = (hostname: string): Finding[] =>
  isLoopback(hostname)
    ? []
    : [
        note(
          'SMTP_URL has no user and password, so the mail server must allow this machine by its address.',
        ),
      ]
