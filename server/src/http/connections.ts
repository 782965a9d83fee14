// Connections, told apart by whether someone waits for an answer on them. Browsers open some in advance, and a
// graceful close would wait for those as if they were calls.
import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'

const KEEP_ALIVE_MS = 72_000

export type Connections = {
  createServer(handle: RequestListener): Server
  /** Ends every connection on which nothing is being asked, and those that still come. */
  closeUnused(): void
}

export const createConnections = (options: { requestTimeoutMs: number }): Connections => {
  const calls = new Map<Socket, number>()
  let isClosing = false
  const count = (socket: Socket, change: number) => {
    const before = calls.get(socket)
    if (before === undefined) return
    calls.set(socket, before + change)
    // An answer that had begun before the close could not say that its connection ends with it.
    if (isClosing && before + change === 0) socket.end()
  }
  return {
    createServer: (handle) => {
      const { requestTimeoutMs } = options
      const settings = { requestTimeout: requestTimeoutMs, keepAliveTimeout: KEEP_ALIVE_MS }
      const server = createServer(settings, handle)
      server.on('connection', (socket) => {
        if (isClosing) return void socket.destroy()
        calls.set(socket, 0)
        socket.once('close', () => calls.delete(socket))
      })
      server.prependListener('request', ({ socket }, response) => {
        count(socket, 1)
        response.once('close', () => count(socket, -1))
      })
      return server
    },
    closeUnused: () => {
      isClosing = true
      for (const [socket, open] of calls) if (open === 0) socket.destroy()
    },
  }
}
