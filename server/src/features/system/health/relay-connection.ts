// Connects to the mail relay like a device, up to TLS, and reads its certificate.
import { once } from 'node:events'
import { isIP, connect as open, type Socket } from 'node:net'
import { checkServerIdentity, connect, type PeerCertificate, type TLSSocket } from 'node:tls'

const TIMEOUT_MS = 10_000
const REPLY_LENGTH_MAX = 10_000

export type RelayPort = { readonly host: string; readonly port: number; readonly kind: RelayTls }
type RelayTls = 'STARTTLS' | 'TLS'

export type RelayCertificate = {
  readonly validTo: Date
  readonly hasName: boolean
  /** Such as `DEPTH_ZERO_SELF_SIGNED_CERT`; undefined if mail programs would trust it. */
  readonly distrust: string | undefined
}

/** It answered, but not as a mail server does. */
export class NoMailServer extends Error {}

export const readRelayCertificate = async (at: RelayPort): Promise<RelayCertificate> => {
  const socket = open({ host: at.host, port: at.port })
  // An answer that ends too early would never be an error.
  socket.once('end', () => socket.destroy(failure('ECONNRESET')))
  const timer = setTimeout(() => socket.destroy(failure('ETIMEDOUT')), TIMEOUT_MS)
  try {
    await once(socket, 'connect')
    if (at.kind === 'STARTTLS') await askForTls(socket)
    const secure = await encrypt(socket, at.host)
    if (at.kind === 'TLS') await readReply(secure, 220)
    return judge(secure, at.host)
  } finally {
    clearTimeout(timer)
    socket.destroy()
  }
}

const failure = (code: string): Error => Object.assign(new Error('no answer'), { code })

const askForTls = async (socket: Socket): Promise<void> => {
  await readReply(socket, 220)
  socket.write('EHLO health-check\r\n')
  await readReply(socket, 250)
  socket.write('STARTTLS\r\n')
  await readReply(socket, 220)
}

/** The last line of a reply has a space after its code. */
const readReply = async (socket: Socket, code: number): Promise<void> => {
  let text = ''
  while (!/^\d{3} .*\r?\n/m.test(text)) {
    const [piece] = await once(socket, 'data')
    text += String(piece)
    if (text.length > REPLY_LENGTH_MAX) throw new NoMailServer()
  }
  if (!text.startsWith(String(code))) throw new NoMailServer()
}

/** Accepts any certificate, so that we can say what is wrong with it. */
const encrypt = async (socket: Socket, host: string): Promise<TLSSocket> => {
  const servername = isIP(host) ? '' : host
  const secure = connect({ socket, servername, rejectUnauthorized: false })
  socket.once('error', (error) => secure.destroy(error))
  await once(secure, 'secureConnect')
  return secure
}

const judge = (secure: TLSSocket, host: string): RelayCertificate => {
  const certificate: PeerCertificate = secure.getPeerCertificate()
  return {
    validTo: new Date(certificate.valid_to),
    hasName: checkServerIdentity(host, certificate) === undefined,
    distrust: secure.authorized ? undefined : String(secure.authorizationError),
  }
}
