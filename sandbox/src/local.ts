// Keeps the sandbox on this machine: local addresses, and listening on them.
import { createServer, type Server, type Socket } from 'node:net'

/** `localhost`, 127.0.0.0/8 or ::1, over http or https. */
export const isLocalUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  if (protocol !== 'http:' && protocol !== 'https:') return false
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}

export const assertLocal = (appUrl: string): void => {
  if (isLocalUrl(appUrl)) return
  throw new Error(
    `The sandbox works only with a local app, but PUBLIC_URL is "${appUrl}". ` +
      'Use a localhost address, or configure the real services.',
  )
}

/** Browsers and Node resolve `localhost` to either address, so both must listen on the same port. */
const ADDRESSES = ['127.0.0.1', '::1'] as const
const FREE_PORT_TRIES_MAX = 20

/** Port 0 chooses any port that is free on both addresses. */
export const listenLocally = async (
  port: number,
  setting: string,
  accept: (socket: Socket) => void,
) => {
  const sockets = new Set<Socket>()
  const onConnection = (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    // Callers often hang up here, because several faults cause them to.
    socket.on('error', () => {})
    accept(socket)
  }
  const { servers, port: boundPort } = await bindBoth(port, setting, onConnection)
  return {
    port: boundPort,
    close: async () => {
      const closing = servers.map(closeServer)
      for (const socket of sockets) socket.destroy()
      await Promise.all(closing)
    },
  }
}

const bindBoth = async (
  port: number,
  setting: string,
  onConnection: (socket: Socket) => void,
  triesLeft = FREE_PORT_TRIES_MAX,
): Promise<{ servers: Server[]; port: number }> => {
  const servers: Server[] = []
  let bound = port
  for (const address of ADDRESSES) {
    try {
      const server = await bind(bound, address, onConnection)
      servers.push(server)
      bound = portOf(server)
    } catch (error) {
      const code = codeOf(error)
      // A machine without IPv6 gets IPv4 only.
      if (servers.length > 0 && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')) continue
      await Promise.all(servers.map(closeServer))
      if (code === 'EADDRINUSE' && port === 0 && triesLeft > 0)
        return bindBoth(0, setting, onConnection, triesLeft - 1)
      throw new Error(reasonNotBound(code, bound, setting), { cause: error })
    }
  }
  return { servers, port: bound }
}

const reasonNotBound = (code: string, port: number, setting: string): string => {
  if (code === 'EADDRINUSE')
    return `Port ${port} is already in use. Stop the program that uses it, or set ${setting} to another port.`
  if (code === 'EACCES')
    return `This account can't use port ${port}. Set ${setting} to a port above 1023.`
  return `Port ${port} can't be used (${code}). Set ${setting} to another port.`
}

const bind = (port: number, host: string, onConnection: (socket: Socket) => void) =>
  new Promise<Server>((resolve, reject) => {
    const server = createServer(onConnection)
    server.once('error', reject)
    server.listen({ port, host, exclusive: true }, () => {
      server.off('error', reject)
      server.on('error', () => {})
      resolve(server)
    })
  })

const closeServer = (server: Server) =>
  new Promise<void>((resolve) => void server.close(() => resolve()))

const portOf = (server: Server): number => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
