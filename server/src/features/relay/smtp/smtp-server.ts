// Starts the SMTP server of the mail relay: one port for STARTTLS, and one for TLS from the first byte.
import type { Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { RELAY_MESSAGE_BYTES_MAX } from '@invoice-desk/contract/relay/mail-relay'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { Dependencies } from '../../../dependencies.ts'
import { relayHostOf } from '../../../settings/relay-settings.ts'
import { readCertificate, watchCertificate } from './certificate.ts'
import { createHandlers, DISABLED_COMMANDS } from './handlers.ts'
import { SMTP_LIMITS, type SmtpLimits } from './limits.ts'
import { listen } from './listener.ts'
import { type Connection, type Connections, createConnections } from './smtp-connections.ts'

export type Smtp = {
  /** Finishes messages in flight, then closes all connections. */
  close(): Promise<void>
}

const OVERDUE = '4.4.2 The connection took too long. Connect again.'
const REPLACED =
  '4.7.0 Too many connections. Log in sooner after connecting, or try again in a minute.'
const RESTARTING = '4.3.2 The server is restarting. Try again in a minute.'
const PAUSE_MS = 20
/** How long a client may take to read that we're closing. */
const CLOSE_NOTICE_MS = 200

/** Does nothing without a port. */
export const startSmtp = async (
  dependencies: Dependencies,
  limits: SmtpLimits = SMTP_LIMITS,
): Promise<Smtp> => {
  const { config, log } = dependencies
  const { port, tlsPort } = config.relay
  if (!port && !tlsPort) return { close: async () => {} }
  const certificate = await readCertificate(dependencies)
  const end = (isOver: IsOver, sentence: string) => {
    for (const { smtp } of listeners) endThose(smtp, connections, isOver, sentence)
  }
  const connections = createConnections(limits, (replaced) =>
    end((each) => each === replaced, REPLACED),
  )
  const options: SMTPServerOptions = {
    ...certificate,
    ...createHandlers({ ...dependencies, limits }, connections),
    name: relayHostOf(config),
    minVersion: 'TLSv1.2',
    size: RELAY_MESSAGE_BYTES_MAX,
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: config.mode === 'sandbox',
    authRequiredMessage: '5.7.0 Log in first. Only registered devices can send.',
    disabledCommands: DISABLED_COMMANDS,
    heloResponse: '%s',
    hideSMTPUTF8: true,
    disableReverseLookup: true,
    logger: false,
    socketTimeout: limits.idleMs,
    maxAllowedUnauthenticatedCommands: limits.commandsBeforeLogin,
  }
  const listeners = [
    port && ({ setting: 'SMTP_RELAY_PORT', port, secure: false } as const),
    tlsPort && ({ setting: 'SMTP_RELAY_TLS_PORT', port: tlsPort, secure: true } as const),
  ]
    .filter((listener) => typeof listener === 'object')
    .map((listener) => ({
      ...listener,
      host: config.relay.listen ?? config.host,
      smtp: new SMTPServer({ ...options, secure: listener.secure }),
    }))
  const servers: Server[] = []
  const close = createClose({ servers, listeners, connections, limits })
  try {
    for (const listener of listeners) {
      listener.smtp.on('error', (error) => log.debug({ err: error }, 'An SMTP connection failed'))
      servers.push(...(await listen(listener, connections, limits)))
    }
  } catch (error) {
    await close()
    throw error
  }
  const sweep = setInterval(
    () => end((each) => !each || connections.isOverdue(each), OVERDUE),
    limits.sweepMs,
  ).unref()
  const watch = watchCertificate(dependencies, certificate, limits.certificateMs, (next) => {
    for (const { smtp } of listeners) smtp.updateSecureContext(next)
  })
  return {
    close: async () => {
      await watch.stop()
      await close()
      clearInterval(sweep)
    },
  }
}

type IsOver = (connection: Connection | undefined) => boolean

const endThose = (
  smtp: SMTPServer,
  connections: Connections,
  isOver: IsOver,
  sentence: string,
): void => {
  for (const client of smtp.connections)
    if (isOver(connections.find(client))) client.send(421, sentence)
  // Connections whose first TLS handshake isn't done. Destroying the inner socket during a handshake crashes Node, so we
  // destroy the one around it.
  for (const [socket, topmost] of smtp._pendingSockets)
    if (isOver(connections.find(socket))) topmost.destroy()
}

type Parts = {
  readonly servers: readonly Server[]
  readonly listeners: readonly { readonly smtp: SMTPServer }[]
  readonly connections: Connections
  readonly limits: SmtpLimits
}

const createClose =
  ({ servers, listeners, connections, limits }: Parts) =>
  async (): Promise<void> => {
    const closed = servers.map(
      (server) => new Promise<void>((resolve) => void server.close(() => resolve())),
    )
    // From now on every command is refused.
    for (const { smtp } of listeners) smtp.close()
    const sendClosing = (isDone: (isReceiving: boolean) => boolean) => {
      for (const { smtp } of listeners)
        for (const client of smtp.connections)
          if (isDone(connections.find(client)?.contentSince !== undefined))
            client.send(421, RESTARTING)
    }
    sendClosing((isReceiving) => !isReceiving)
    const until = Date.now() + limits.closeMs
    while (connections.countMessages() > 0 && Date.now() < until) await sleep(PAUSE_MS)
    sendClosing(() => true)
    if (connections.listOpen().length > 0) await sleep(CLOSE_NOTICE_MS)
    for (const { socket } of connections.listOpen()) socket.destroy()
    await Promise.all(closed)
  }
