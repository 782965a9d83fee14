// An SMTP client that sends exactly the bytes it's told to, for tests of what a server must refuse.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls, type SecureVersion } from 'node:tls'
import { within } from '../wait-for.ts'

export type Dialog = Awaited<ReturnType<typeof openDialog>>

type Login = { readonly userName: string; readonly password: string }

export const plainToken = ({ userName, password }: Login): string =>
  Buffer.from(`\0${userName}\0${password}`).toString('base64')

type Options = {
  /** TLS comes first, and the server must have a certificate of this authority. */
  readonly ca?: string
  readonly maxVersion?: SecureVersion
  /** The client's own address. */
  readonly localAddress?: string
}

/** Connects and reads the greeting. */
export const openDialog = async (port: number, options: Options = {}) => {
  const server = { port, host: '127.0.0.1', servername: 'localhost', ...options }
  let socket: Socket = options.ca ? connectTls(server) : connect(server)
  let text = ''
  let isClosed = false
  let failure: Error | undefined
  const listen = () => {
    socket.on('error', (error) => {
      failure = error
    })
    socket.on('data', (piece) => {
      text += piece.toString('latin1')
    })
    socket.on('close', () => {
      isClosed = true
    })
  }
  listen()
  /** The next complete answer; empty if the server hung up. */
  const read = (): Promise<string> =>
    within(
      'the answer',
      (async () => {
        for (;;) {
          const answer = /^(?:\d{3}-[^\n]*\n)*\d{3} [^\n]*\n/.exec(text)?.[0]
          if (answer !== undefined) {
            text = text.slice(answer.length)
            return answer.trim()
          }
          if (isClosed) return ''
          await sleep(2)
        }
      })(),
    )
  const write = (bytes: string | Buffer): void => {
    if (!socket.destroyed) socket.write(bytes)
  }
  /** Sends one line and returns the answer. */
  const say = (line: string): Promise<string> => {
    write(`${line}\r\n`)
    return read()
  }
  /** Starts TLS after the answer to STARTTLS. */
  const upgrade = async (authority: string): Promise<void> => {
    socket.removeAllListeners('data')
    socket = connectTls({ socket, ca: authority, servername: 'localhost' })
    listen()
    await once(socket, 'secureConnect')
  }
  const greeting = await read()
  if (greeting === '') throw failure ?? new Error('the server hung up')
  return {
    greeting,
    read,
    write,
    say,
    upgrade,
    startTls: async (authority: string): Promise<void> => {
      await say('STARTTLS')
      await upgrade(authority)
    },
    logIn: async (login: Login): Promise<string> => {
      await say('EHLO test')
      return say(`AUTH PLAIN ${plainToken(login)}`)
    },
    /** Breaks the connection off. */
    destroy: () => void socket.destroy(),
    /** Resolves once the server has hung up. */
    waitForEnd: async (): Promise<void> => {
      if (!isClosed) await within('the end', once(socket, 'close'))
    },
    [Symbol.asyncDispose]: async () => void socket.destroy(),
  }
}
