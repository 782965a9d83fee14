// A lightweight HTTP client: open sockets with one request at a time on each.
import { connect, type Socket } from 'node:net'

export type Answer = { readonly status: number; readonly body: string; readonly ms: number }

export type Client = Disposable & {
  readonly connections: number
  /** Sends a request on the connection with this number. */
  send(connection: number, request: Buffer): Promise<Answer>
}

export const openClient = async (url: string, connections: number): Promise<Client> => {
  const { hostname, port } = new URL(url)
  const lines = await Promise.all(
    Array.from({ length: connections }, () => openLine(hostname, Number(port))),
  )
  return {
    connections,
    send: (connection, request) => {
      const line = lines[connection]
      if (!line) throw new Error(`there is no connection ${connection}`)
      return line.send(request)
    },
    [Symbol.dispose]: () => {
      for (const line of lines) line.socket.destroy()
    },
  }
}

type Line = { readonly socket: Socket; send(request: Buffer): Promise<Answer> }

const openLine = (host: string, port: number): Promise<Line> =>
  new Promise((opened, failed) => {
    const socket = connect({ host, port, noDelay: true })
    let waiting: { resolve(answer: Answer): void; reject(error: Error): void } | undefined
    let began = 0
    let pieces: Buffer[] = []
    let missing = -1
    let status = 0
    socket.on('data', (piece: Buffer) => {
      pieces.push(piece)
      if (missing >= 0) missing -= piece.length
      else {
        const received = pieces.length === 1 ? piece : Buffer.concat(pieces)
        const end = received.indexOf('\r\n\r\n')
        if (end < 0) return
        const head = received.toString('latin1', 0, end)
        status = Number(head.slice(9, 12))
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
        pieces = [received.subarray(end + 4)]
        missing = length - (received.length - end - 4)
      }
      if (missing > 0) return
      const body = Buffer.concat(pieces).toString('utf8')
      const answer = { status, body, ms: performance.now() - began }
      pieces = []
      missing = -1
      waiting?.resolve(answer)
    })
    socket.once('error', (error) => (waiting ? waiting.reject(error) : failed(error)))
    socket.once('close', () => waiting?.reject(new Error('the server closed the connection')))
    socket.once('connect', () =>
      opened({
        socket,
        send: (request) =>
          new Promise((resolve, reject) => {
            waiting = { resolve, reject }
            began = performance.now()
            socket.write(request)
          }),
      }),
    )
  })

export type RequestParts = {
  readonly method: string
  readonly path: string
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** A whole request as it goes over the wire. */
export const requestOf = ({ method, path, token, headers, body }: RequestParts): Buffer => {
  const bytes = body === undefined ? undefined : Buffer.from(body)
  const all = {
    host: 'localhost',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(bytes === undefined ? {} : { 'content-length': String(bytes.length) }),
    ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1')
  return bytes ? Buffer.concat([head, bytes]) : head
}
