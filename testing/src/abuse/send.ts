// Sends requests that fetch would refuse: any header, any bytes, any body.
import { Agent, request } from 'node:http'

export type Attack = {
  readonly method: string
  /** Path and query, as they go over the wire. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer | undefined
}

export type RawAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly text: string
}

const ANSWER_WITHIN_MS = 60_000

/** Use one per run, so that connections are reused. */
export const createSender = (url: string, connections: number) => {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return {
    close: () => agent.destroy(),
    send: ({ method, target, headers, body }: Attack): Promise<RawAnswer> =>
      new Promise((resolve, reject) => {
        const length = body && { 'content-length': String(body.length) }
        const sent = request(
          {
            agent,
            hostname,
            port,
            method,
            path: target,
            headers: { ...headers, ...length },
            timeout: ANSWER_WITHIN_MS,
          },
          (answer) => {
            const pieces: Buffer[] = []
            answer.on('data', (piece: Buffer) => pieces.push(piece))
            answer.once('error', reject)
            answer.once('end', () =>
              resolve({
                status: answer.statusCode ?? 0,
                headers: answer.headers,
                text: Buffer.concat(pieces).toString('utf8'),
              }),
            )
          },
        )
        sent.once('timeout', () => sent.destroy(new Error('no answer')))
        sent.once('error', reject)
        sent.end(body)
      }),
  }
}
