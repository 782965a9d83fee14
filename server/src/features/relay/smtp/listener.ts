// One port of the SMTP server. It counts connections before the SMTP library sees them, so refusing one costs little.
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import type { SMTPServer } from 'smtp-server'
import type { SmtpLimits } from './limits.ts'
import type { Connections } from './smtp-connections.ts'

/** The port can't be used. Its message says what to do. */
export class SmtpPortError extends Error {
  override readonly name = 'SmtpPortError'
}

type Listener = {
  readonly setting: 'SMTP_RELAY_PORT' | 'SMTP_RELAY_TLS_PORT'
  readonly port: number
  readonly host: string
  readonly smtp: SMTPServer
}

const FULL = '421 4.7.0 Too many connections. Try again in a minute.\r\n'
/** How long a refused client may take to read why. */
const REFUSAL_MS = 1_000

/** Listens on each address of the host, because `localhost` has two. */
export const listen = async (
  listener: Listener,
  connections: Connections,
  limits: SmtpLimits,
): Promise<Server[]> => {
  const accept = (socket: Socket) => {
    socket.on('error', () => {})
    if (connections.accept(socket)) return void listener.smtp.server.emit('connection', socket)
    // A client that expects TLS couldn't read it.
    if (listener.smtp.options.secure) return void socket.destroy()
    socket.end(FULL)
    setTimeout(() => socket.destroy(), REFUSAL_MS).unref()
  }
  const servers: Server[] = []
  const addresses = await lookup(listener.host, { all: true }).catch((error: unknown) => {
    throw new SmtpPortError(
      `SMTP_RELAY_LISTEN or HOST is ${listener.host}, which isn't an address of this machine.`,
      { cause: error },
    )
  })
  for (const { address } of addresses) {
    const server = createServer(accept)
    // Above it, the operating system's connection is closed without an answer.
    server.maxConnections = 2 * limits.connections
    try {
      server.listen({ port: listener.port, host: address })
      await once(server, 'listening')
      servers.push(server)
    } catch (error) {
      // A machine without IPv6 gets IPv4 only.
      if (servers.length > 0 && ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(codeOf(error))) continue
      for (const opened of servers) opened.close()
      throw explain(listener, error)
    }
  }
  return servers
}

const explain = ({ setting, port, host }: Listener, error: unknown): SmtpPortError => {
  const code = codeOf(error)
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is in use. Stop the program that uses it, or set ${setting} to a different one.`,
    EACCES: `This account can't open port ${port}. Set ${setting} to a port above 1023, or allow it to use that port.`,
    EADDRNOTAVAIL: `SMTP_RELAY_LISTEN or HOST is ${host}, which isn't an address of this machine.`,
  }
  const reason = reasons[code] ?? `Port ${port} of ${setting} can't be used: ${String(error)}`
  return new SmtpPortError(reason, { cause: error })
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
