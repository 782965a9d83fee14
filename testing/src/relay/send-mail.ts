// Sends messages to the mail relay as devices do, with nodemailer or the commands of curl, and the trial's certificate.
import { readFile } from 'node:fs/promises'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { SandboxSite } from '../sandbox/control.ts'
import { openDialog, plainToken } from './dialog.ts'

export type RelayPorts = { readonly port: number; readonly tlsPort: number }

type Site = { readonly relay: RelayPorts; readonly sandbox: Pick<SandboxSite, 'settings'> }
type Login = { readonly userName: string; readonly password: string }

export const readRelayCertificate = ({ sandbox }: Pick<Site, 'sandbox'>): Promise<string> =>
  readFile(sandbox.settings['mail-relay']?.SMTP_RELAY_CERT ?? '', 'utf8')

/** Returns the relay's answer. Throws an error with `responseCode` if it refuses the message. */
export const sendMail = async (
  site: Site,
  { userName, password }: Login,
  message: SendMailOptions,
  { secure = false, timeoutMs }: { secure?: boolean; timeoutMs?: number } = {},
): Promise<string> => {
  const transport = createTransport({
    host: 'localhost',
    port: secure ? site.relay.tlsPort : site.relay.port,
    secure,
    requireTLS: true,
    auth: { user: userName, pass: password },
    tls: { ca: await readRelayCertificate(site) },
    ...(timeoutMs && {
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
    }),
  })
  try {
    return (await transport.sendMail(message)).response
  } finally {
    transport.close()
  }
}

/** What `curl --ssl-reqd --upload-file` says, because not every machine has curl. Returns the answer to the content. */
export const sendLikeCurl = async (
  site: Site,
  login: Login,
  { from, to, subject, text }: { from: string; to: string; subject: string; text: string },
): Promise<string> => {
  const dialog = await openDialog(site.relay.port)
  const content = `From: ${from}\r\nTo: ${to}\r\nSubject: ${subject}\r\n\r\n${text}\r\n`
  try {
    await dialog.say('EHLO report.eml')
    await dialog.startTls(await readRelayCertificate(site))
    await dialog.say('EHLO report.eml')
    // The login is a line of its own, after the answer 334.
    await dialog.say('AUTH PLAIN')
    await dialog.say(plainToken(login))
    await dialog.say(`MAIL FROM:<${from}> SIZE=${content.length}`)
    await dialog.say(`RCPT TO:<${to}>`)
    await dialog.say('DATA')
    return await dialog.say(`${content}.`)
  } finally {
    dialog.destroy()
  }
}
