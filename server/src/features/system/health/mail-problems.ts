// Says in plain words why the mail server didn't accept a connection, a login or an email.
import { causesOf, codeOf, messagesOf, unreachable } from './errors.ts'

type Explained = { readonly text: string; readonly fix: string }

const REPLY_LENGTH_MAX = 200

/** `address` is the host and port of the mail server. */
export const explainMail = (error: unknown, address: string): Explained => {
  const code = codeOf(error)
  const reply = replyOf(error)
  if (code === 'EAUTH') {
    return {
      text: `The mail server refused the user or the password.${reply}`,
      fix: 'Correct them in SMTP_URL, and percent-encode special characters. Some providers require an app password. If the server has no login, remove the user and password.',
    }
  }
  if (/certificate|altname|hostname\/ip/i.test(messagesOf(error))) {
    return {
      text: "The mail server's certificate has expired, is for a different name, or isn't from a public authority.",
      fix: 'Use the host name in the certificate in SMTP_URL, or renew the certificate.',
    }
  }
  if (code === 'ETLS' || /STARTTLS/i.test(messagesOf(error))) {
    return {
      text: `The mail server doesn't offer TLS.${reply}`,
      fix: 'Use smtps:// and its port for TLS, usually 465, in SMTP_URL, or turn on STARTTLS on the mail server.',
    }
  }
  if (/wrong version number|packet length|EPROTO/i.test(messagesOf(error))) {
    return {
      text: "The mail server doesn't speak TLS on this port.",
      fix: 'Use smtp:// for port 587 or 25, and smtps:// for port 465, in SMTP_URL.',
    }
  }
  if (/^ It said: “4/.test(reply)) {
    return {
      text: `The mail server asked us to try again later.${reply}`,
      fix: 'Try again in a few minutes.',
    }
  }
  if (code === 'EENVELOPE' || code === 'EMESSAGE') {
    return {
      text: `The mail server refused the email.${reply}`,
      fix: 'Check the recipient, and that this account may send as MAIL_FROM.',
    }
  }
  const away =
    unreachable(error, address) ?? `The mail server at ${address} didn't answer as expected.`
  return {
    text: `${away}${reply}`,
    fix: "Check the host and port in SMTP_URL, and that this machine's network allows outgoing mail. Many providers block port 25.",
  }
}

/** What the server said, such as ` It said: “535 5.7.8 Error: authentication failed”.` */
const replyOf = (error: unknown): string => {
  const [reply] = causesOf(error).flatMap((each) => ('response' in each ? [each.response] : []))
  if (typeof reply !== 'string' || reply === '') return ''
  const line = reply.replace(/\s+/g, ' ').trim()
  return ` It said: “${line.slice(0, REPLY_LENGTH_MAX)}”.`
}
