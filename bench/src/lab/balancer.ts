// A small load balancer: round robin, or the process that `x-process` names.
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Balancer = {
  readonly url: string
  /** Sets the ports to send to. */
  use(ports: readonly number[]): void
  close(): Promise<void>
}

/** Longer than the app's: its `Keep-Alive` header is passed on, and clients rely on it. */
const KEEP_ALIVE_MS = 120_000

export const startBalancer = async (): Promise<Balancer> => {
  let ports: readonly number[] = []
  let turn = 0
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (incoming, outgoing) => {
    const named = incoming.headers['x-process']
    const at = named === undefined ? turn++ % Math.max(1, ports.length) : Number(named)
    const { method, url: path, headers } = incoming
    const onward = request(
      { host: 'localhost', port: ports[at], method, path, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    onward.once('error', () => {
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(502).end()
    })
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    use: (all) => {
      ports = all
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
