// What the SMTP server does at each command of a device.
import { finished } from 'node:stream'
import type { SMTPServerDataStream, SMTPServerOptions, SMTPServerSession } from 'smtp-server'
import { createSparseLog } from '../../../lib/sparse-log.ts'
import { isLoopback } from '../../../settings/public-host.ts'
import { checkRate, checkSender, readRecipient, withPlainDomain } from './envelope.ts'
import type { SmtpDependencies } from './limits.ts'
import { getDevice, getUser, logIn, type SmtpUser } from './login.ts'
import { createOutcomes } from './outcomes.ts'
import { receiveMail } from './receive-mail.ts'
import { internalError, SmtpRefusal } from './refusal.ts'
import type { Connections } from './smtp-connections.ts'

type Handlers = Required<
  Pick<
    SMTPServerOptions,
    'onConnect' | 'onSecure' | 'onAuth' | 'onMailFrom' | 'onRcptTo' | 'onData'
  >
>
/** The session belongs to the library, which keeps what we add to it until the connection ends. */
type Session = SMTPServerSession & { user?: SmtpUser }

/** Commands that a relay doesn't need. */
export const DISABLED_COMMANDS = ['XCLIENT', 'XFORWARD', 'VRFY', 'HELP', 'WIZ', 'SHELL', 'KILL']

const REFUSED = 'The mail relay refused a command'

export const createHandlers = (
  dependencies: SmtpDependencies,
  connections: Connections,
): Handlers => {
  const { config, limits, log } = dependencies
  const receive = createReceive(dependencies, connections)
  const outcomes = createOutcomes(dependencies)
  const logStranger = createSparseLog(log, REFUSED)
  /** Every failure becomes an answer. */
  const refusalOf = (session: Session, error: unknown): SmtpRefusal => {
    const refusal = error instanceof SmtpRefusal ? error : internalError()
    const device = session.user?.deviceId ?? refusal.deviceId
    if (refusal !== error) log.error({ err: error, device }, 'The mail relay failed')
    else if (device) outcomes.refused(device, refusal.sentence)
    // The message may still go to the recipients before these.
    if (refusal.responseCode === 452) return refusal
    const connection = connections.find(session)
    const code = refusal.responseCode
    if (device) log.info({ device, code }, REFUSED)
    else logStranger({ address: connection?.address, code })
    if (!connection) return refusal
    connection.refusals += 1
    const max = session.user ? limits.refusals : limits.refusalsBeforeLogin
    return connection.refusals < max ? refusal : tooManyRefusals(refusal)
  }
  const answer = (
    session: Session,
    work: () => Promise<void>,
    callback: (error?: Error | null) => void,
  ): void => {
    work().then(
      () => callback(),
      (error: unknown) => callback(refusalOf(session, error)),
    )
  }
  const mayLogInWithoutTls = ({ remoteAddress }: Session): boolean =>
    config.mode === 'sandbox' && isLoopback(remoteAddress)

  return {
    onConnect: (session, callback) => {
      // Offering a login without TLS would make clients send their password in plain text.
      if (!session.secure && !mayLogInWithoutTls(session))
        session.disabledCommands = [...DISABLED_COMMANDS, 'AUTH']
      callback()
    },
    onSecure: (_socket, session, callback) => {
      session.disabledCommands = DISABLED_COMMANDS
      callback()
    },
    onAuth: (auth, session, callback) => {
      const work = async () => {
        const connection = connections.find(session)
        if (!connection) throw internalError()
        return logIn(dependencies, connection, auth)
      }
      work().then(
        (user) => callback(null, { user }),
        (error: unknown) => callback(refusalOf(session, error)),
      )
    },
    onMailFrom: (sender, session: Session, callback) => {
      const work = async () => {
        const user = getUser(session.user)
        await checkRate(dependencies, user.deviceId)
        const login = await getDevice(dependencies, user)
        sender.address = withPlainDomain(sender.address)
        await checkSender(dependencies, login, sender.address)
      }
      answer(session, work, callback)
    },
    onRcptTo: (recipient, session: Session, callback) => {
      const { rcptTo } = session.envelope
      const isKnown = rcptTo.some(
        ({ address }) => address.toLowerCase() === recipient.address.toLowerCase(),
      )
      const work = async () => {
        recipient.address = readRecipient(recipient.address, isKnown ? 0 : rcptTo.length)
      }
      answer(session, work, callback)
    },
    onData: (stream, session: Session, callback) =>
      receive(session, stream).then(
        (id) => {
          callback(null, `2.0.0 Accepted as ${id}.`)
          if (session.user) outcomes.accepted(session.user.deviceId)
        },
        (error: unknown) => callback(refusalOf(session, error)),
      ),
  }
}

/** The last answer on a connection. */
const tooManyRefusals = ({ sentence }: SmtpRefusal): SmtpRefusal =>
  new SmtpRefusal('421 4.7.0', `${sentence} Too many refusals: connect again.`)

/** Returns the message's id. */
const createReceive =
  (dependencies: SmtpDependencies, connections: Connections) =>
  async (
    { user, envelope, ...endpoints }: Session,
    stream: SMTPServerDataStream,
  ): Promise<string> => {
    const { limits } = dependencies
    const connection = connections.find(endpoints)
    if (!connection || !user || !envelope.mailFrom) throw internalError()
    const isBusy =
      connections.countMessages() >= limits.messagesAtOnce ||
      connections.countMessages(user.deviceId) >= limits.messagesPerDevice
    connection.contentSince = Date.now()
    connection.isReceiving = !isBusy
    const end = () => {
      connection.contentSince = undefined
    }
    try {
      if (isBusy)
        throw new SmtpRefusal(
          '451 4.3.2',
          "We're receiving too many messages right now, in all or from this device. Try again in a minute.",
        )
      const sender = envelope.mailFrom.address
      const recipients = envelope.rcptTo.map(({ address }) => address)
      const mail = { user, sender, recipients }
      const id = await receiveMail(dependencies, connection, mail, stream)
      end()
      return id
    } catch (error) {
      // What is left of the message is read and dropped, and then the device gets the answer.
      finished(stream, end)
      stream.resume()
      throw error
    } finally {
      connection.isReceiving = false
    }
  }
