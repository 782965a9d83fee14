// Counts the open connections of the SMTP server, in all and per address, and knows which of them took too long.
import type { Socket } from 'node:net'
import { countedAddress, parseAddress } from '../../../http/address.ts'
import type { SmtpLimits } from './limits.ts'

/** One open connection. */
export type Connection = {
  readonly socket: Socket
  /** The address that limits count. */
  readonly address: string
  readonly since: number
  /** The device that has logged in. */
  deviceId: string | undefined
  wrongLogins: number
  /** Commands that we refused. */
  refusals: number
  /** When the content of a message began. */
  contentSince: number | undefined
  /** We keep the content, unlike that of a refused message, which we only read to its end. */
  isReceiving: boolean
  /** A complete message is being stored, and its answer must not be cut off. */
  isStoring: boolean
  /** The connection makes room for another one. */
  isReplaced: boolean
}

/** The two ends of a connection, as a socket or the SMTP library describes them. */
type Endpoints = {
  readonly localAddress?: string | undefined
  readonly localPort?: number | undefined
  readonly remoteAddress?: string | undefined
  readonly remotePort?: number | undefined
}

const keyOf = ({ localAddress, localPort, remoteAddress, remotePort }: Endpoints): string =>
  `${plain(localAddress)} ${localPort} ${plain(remoteAddress)} ${remotePort}`

const plain = (address = ''): string => parseAddress(address)?.toString() ?? address

export type Connections = ReturnType<typeof createConnections>

/** `end` tells a connection that it's replaced, and ends it. */
export const createConnections = (limits: SmtpLimits, end: (connection: Connection) => void) => {
  const connections = new Map<string, Connection>()
  // The library removes our listeners from sockets, so we look at the sockets instead.
  const listOpen = (): Connection[] => {
    for (const [key, { socket }] of connections) if (socket.destroyed) connections.delete(key)
    return [...connections.values()]
  }
  /** Ends the oldest connection without a login, so strangers can't keep devices out. */
  const makeRoom = (open: readonly Connection[]): boolean => {
    const counted = open.filter(({ isReplaced }) => !isReplaced)
    if (counted.length < limits.connections) return true
    const oldest = counted.find(({ deviceId }) => deviceId === undefined)
    if (!oldest) return false
    oldest.isReplaced = true
    end(oldest)
    return true
  }
  return {
    listOpen,
    /** False if there are too many connections. */
    accept: (socket: Socket): boolean => {
      const address = countedAddress(socket.remoteAddress ?? '')
      const open = listOpen()
      const ofAddress = open.filter((each) => each.address === address)
      const withoutLogin = ofAddress.filter(({ deviceId }) => deviceId === undefined)
      const isFull =
        ofAddress.length >= limits.connectionsPerAddress ||
        withoutLogin.length >= limits.withoutLoginPerAddress
      if (isFull || !makeRoom(open)) return false
      connections.set(keyOf(socket), {
        socket,
        address,
        since: Date.now(),
        deviceId: undefined,
        wrongLogins: 0,
        refusals: 0,
        contentSince: undefined,
        isReceiving: false,
        isStoring: false,
        isReplaced: false,
      })
      return true
    },
    find: (endpoints: Endpoints): Connection | undefined => connections.get(keyOf(endpoints)),
    /** Messages that we're receiving, of all devices or of one. */
    countMessages: (ofDevice?: string): number =>
      listOpen().filter(
        ({ isReceiving, deviceId }) =>
          isReceiving && (ofDevice === undefined || ofDevice === deviceId),
      ).length,
    /** The connection took too long, or sends too much without logging in. */
    isOverdue: ({ isStoring, deviceId, since, contentSince, socket }: Connection): boolean => {
      const now = Date.now()
      if (isStoring) return false
      if (contentSince !== undefined && now - contentSince > limits.contentMs) return true
      if (deviceId !== undefined) return now - since > limits.sessionMs
      return now - since > limits.loginMs || socket.bytesRead > limits.bytesBeforeLogin
    },
  }
}
