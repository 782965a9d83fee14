// An SMTP server that accepts any sender and recipient after a login, and delivers to the mailbox only.
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { domainToASCII } from 'node:url'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { Calls } from '../calls.ts'
import type { FaultMode, Faults } from '../faults.ts'
import { listenLocally } from '../local.ts'
import { type Messages, parseMessage } from './messages.ts'

const MESSAGE_BYTES_MAX = 32 * 1024 * 1024

export const SMTP_LOGIN = { user: 'sandbox', password: 'sandbox' }
const WRONG_LOGIN = '5.7.8 Authentication credentials invalid'

type MailParts = { readonly messages: Messages; readonly faults: Faults; readonly calls: Calls }
type Refusal = { readonly code: number; readonly text: string }
type Verdict = 'accept' | 'hang-up' | 'silence' | Refusal

const REFUSALS: Readonly<Partial<Record<FaultMode, Refusal>>> = {
  error: { code: 451, text: '4.3.0 Temporary failure, please try again later' },
  throttle: { code: 450, text: '4.7.1 Too many messages, please slow down' },
  'expire-token': { code: 530, text: '5.7.0 Authentication required' },
}

/** Without a `port`: `neighbor`, the port after the sandbox's own, or any free port if that's taken. */
export const listenForMail = async (
  port: number | undefined,
  neighbor: number,
  parts: MailParts,
) => {
  const smtp = createSmtp(parts)
  const listen = (at: number) =>
    listenLocally(at, 'SMTP_PORT', (socket) => smtp.server.emit('connection', socket))
  if (port !== undefined) return listen(port)
  return listen(neighbor).catch(() => listen(0))
}

const createSmtp = (parts: MailParts): SMTPServer => {
  const smtp: SMTPServer = new SMTPServer({
    banner: 'Sandbox mailbox',
    size: MESSAGE_BYTES_MAX,
    // Only this machine can connect, so it needs no encryption, and no one would trust its certificate.
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, callback) =>
      username === SMTP_LOGIN.user && password === SMTP_LOGIN.password
        ? callback(null, { user: username })
        : callback(Object.assign(new Error(WRONG_LOGIN), { responseCode: 535 })),
    onData: (stream, session, callback) => {
      // The path stays empty, because it would contain an address.
      const endCall = parts.calls.begin({
        provider: 'mail',
        method: 'SEND',
        path: '',
        fromBrowser: false,
      })
      const answer = (verdict: Verdict) => {
        if (verdict !== 'silence') endCall()
        if (verdict === 'accept') return callback()
        if (verdict === 'hang-up') return hangUp(smtp, session)
        if (verdict === 'silence') return
        callback(Object.assign(new Error(verdict.text), { responseCode: verdict.code }))
      }
      receive(stream, session, parts).then(answer, () =>
        answer({ code: 554, text: '5.6.0 The message could not be read' }),
      )
    },
  })
  smtp.on('error', () => {})
  return smtp
}

const receive = async (
  stream: SMTPServerDataStream,
  { envelope }: SMTPServerSession,
  { messages, faults }: MailParts,
): Promise<Verdict> => {
  const startedAt = Date.now()
  const raw = await buffer(stream)
  if (stream.sizeExceeded) return { code: 552, text: '5.3.4 The message is too large' }
  const { message, files } = await parseMessage(raw, {
    from: envelope.mailFrom ? envelope.mailFrom.address : '',
    to: envelope.rcptTo.map(({ address }) => wireFormOf(address)),
  })
  const call = `SEND ${message.to} ${message.subject}`
  const verdict = judge(faults.take('mail', call)?.mode, () => messages.keep(message, files))
  const delayMs = faults.takeDelayMs('mail', call)
  if (delayMs > 0) await sleep(startedAt + delayMs - Date.now(), undefined, { ref: false })
  return verdict
}

const judge = (mode: FaultMode | undefined, keep: () => void): Verdict => {
  const refusal = mode && REFUSALS[mode]
  if (refusal) return refusal
  if (mode === 'timeout') return 'silence'
  if (mode === 'cut') return 'hang-up'
  keep()
  // The email has arrived, but the sender doesn't know and will send it again.
  return mode === 'timeout-after' ? 'hang-up' : 'accept'
}

/** The library decodes international domains; this restores them. */
const wireFormOf = (address: string): string => {
  const at = address.lastIndexOf('@')
  return address.slice(0, at + 1) + domainToASCII(address.slice(at + 1))
}

const hangUp = (smtp: SMTPServer, session: SMTPServerSession): void => {
  for (const connection of smtp.connections)
    if (connection.session.id === session.id) connection.close()
}
