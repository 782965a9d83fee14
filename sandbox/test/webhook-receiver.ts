// Receives webhooks in place of the app, records them, and refuses some on request.
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

export type Delivery = {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export type Receiver = {
  readonly url: string
  readonly deliveries: Delivery[]
  /** Answers the next `times` webhooks with 503. */
  refuse(times: number): void
  /** Answers no webhook until the returned function is called. */
  hold(): () => void
  /** Waits until `enough` returns true. */
  until(enough: (deliveries: readonly Delivery[]) => boolean): Promise<void>
  clear(): void
}

const WAIT_MS_MAX = 15_000

export const openReceiver = async (): Promise<Receiver> => {
  const deliveries: Delivery[] = []
  let refusals = 0
  let held: Promise<void> | undefined
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { headers, url: path = '' } = request
    deliveries.push({ path, headers, body: Buffer.concat(chunks).toString() })
    await held
    response.statusCode = refusals > 0 ? 503 : 200
    refusals = Math.max(0, refusals - 1)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    deliveries,
    refuse: (times) => {
      refusals = times
    },
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    until: async (enough) => {
      const giveUpAt = Date.now() + WAIT_MS_MAX
      while (!enough(deliveries)) {
        if (Date.now() > giveUpAt)
          throw new Error(`Timed out; received: ${deliveries.map(({ body }) => body).join('\n')}`)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    clear: () => {
      deliveries.length = 0
    },
  }
}
