// Tracks connections, so a graceful close doesn't wait for those that browsers opened in advance without a request.
import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'

const KEEP_ALIVE_MS = 72_000

export const createConnections = ({ requestTimeoutMs }: { requestTimeoutMs: number }) => {
  const requests = new Map<Socket, number>()
  let isClosing = false
  const count = (socket: Socket, change: number) => {
    const before = requests.get(socket)
    if (before === undefined) return
    requests.set(socket, before + change)
    // A response that started before the close didn't tell the client that its connection closes.
    if (isClosing && before + change === 0) socket.end()
  }
  return {
    createServer: (handle: RequestListener): Server => {
      const settings = { requestTimeout: requestTimeoutMs, keepAliveTimeout: KEEP_ALIVE_MS }
      const server = createServer(settings, handle)
      server.on('connection', (socket) => {
        if (isClosing) return void socket.destroy()
        requests.set(socket, 0)
        socket.once('close', () => requests.delete(socket))
      })
      server.prependListener('request', ({ socket }, response) => {
        count(socket, 1)
        response.once('close', () => count(socket, -1))
      })
      return server
    },
    /** Closes connections without a running request, and refuses new ones. */
    closeUnused: (): void => {
      isClosing = true
      for (const [socket, open] of requests) if (open === 0) socket.destroy()
    },
  }
}
