// Decides which senders and recipients a message may have.
import { domainToASCII } from 'node:url'
import { RELAY_RECIPIENTS_MAX } from '@invoice-desk/contract/relay/mail-relay'
import { isPlainEmail } from '@invoice-desk/contract/values/email'
import { RATE_LIMITS } from '../../../http/rate-limits.ts'
import { readFreeBytes } from '../../../lib/disk-space.ts'
import type { Login } from '../devices/queries.ts'
import { readOnlyAddress } from '../format/addresses.ts'
import type { Header } from '../format/headers.ts'
import { countRecipients, findRoomAt } from '../messages/queries.ts'
import { recipientsMaxOf } from '../view.ts'
import type { SmtpDependencies } from './limits.ts'
import { SmtpRefusal } from './refusal.ts'

const mayUse = ({ senders, address }: Login, sender: string): boolean =>
  [...senders, address].some((each) => each.toLowerCase() === sender.toLowerCase())

const senderNotAllowed = (what: string): SmtpRefusal =>
  new SmtpRefusal('550 5.7.1', `${what} Add the address to the device on the mail relay page.`)

/** Comes before everything that costs more, so refused messages count too. */
export const checkRate = async (
  { rateLimits }: SmtpDependencies,
  deviceId: string,
): Promise<void> => {
  if (await rateLimits.counter('relay_message', deviceId).count())
    throw new SmtpRefusal(
      '451 4.7.0',
      `A device can send ${RATE_LIMITS.relay_message.points} messages per minute. Try again in a minute.`,
    )
}

/** At MAIL FROM. */
export const checkSender = async (
  dependencies: SmtpDependencies,
  login: Login,
  sender: string,
): Promise<void> => {
  if (sender === '')
    throw new SmtpRefusal('550 5.7.1', 'The sender is empty. Set a sender address in the device.')
  if (!mayUse(login, sender)) throw senderNotAllowed(`This device can't send as ${sender}.`)
  if (login.state !== 'connected')
    throw new SmtpRefusal(
      '451 4.7.0',
      `${login.address} isn't connected. Connect it again on the mail relay page.`,
    )
  const { db } = dependencies.database
  if ((await countRecipients(db, login.mailboxId)) >= recipientsMaxOf(login))
    throw await dailyLimitReached(dependencies, login)
  await checkSpace(dependencies)
}

const checkSpace = async ({ config, limits, log }: SmtpDependencies): Promise<void> => {
  const free = await readFreeBytes(config.dataDir)
  if (free >= limits.freeBytesMin) return
  log.error({ free }, 'The disk is almost full, so the mail relay is refusing messages')
  throw new SmtpRefusal(
    '452 4.3.1',
    "The server's disk is almost full. Ask an administrator to make room, then send again.",
  )
}

/** Says when there is room again. */
export const dailyLimitReached = async (
  { database }: SmtpDependencies,
  login: Login,
): Promise<SmtpRefusal> => {
  const at = await findRoomAt(database.db, login.mailboxId)
  const when = at ? `after ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC` : 'later'
  const max = recipientsMaxOf(login).toLocaleString('en-US')
  const sentence = `${login.address} can send to ${max} recipients in 24 hours. Try again ${when}.`
  return new SmtpRefusal('451 4.7.28', sentence)
}

/** The SMTP library decodes a domain such as `xn--bcher-kva.example`. */
export const withPlainDomain = (address: string): string => {
  const at = address.lastIndexOf('@') + 1
  return `${address.slice(0, at)}${domainToASCII(address.slice(at))}`
}

/** Returns the address as we store it. */
export const readRecipient = (given: string, count: number): string => {
  const address = withPlainDomain(given)
  if (!isPlainEmail(address))
    throw new SmtpRefusal(
      '553 5.1.3',
      "The recipient isn't a plain email address. Correct it in the device.",
    )
  if (count >= RELAY_RECIPIENTS_MAX)
    throw new SmtpRefusal(
      '452 4.5.3',
      `A message can have ${RELAY_RECIPIENTS_MAX} recipients. Send it to the others separately.`,
    )
  return address
}

const malformed = (code: number, what: string): SmtpRefusal =>
  new SmtpRefusal(`${code} 5.6.0`, `${what} Check the program that wrote the message.`)

/** The header's sender. A message without one gets the envelope's. */
export const checkHeaders = (
  login: Login,
  headers: readonly Header[] | undefined,
  headersMax: number,
): void => {
  if (!headers) throw malformed(554, "The message's header is too long.")
  if (headers.length === 0) throw malformed(550, 'The message has no header.')
  if (headers.length > headersMax) throw malformed(554, "The message's header has too many fields.")
  const from = headers.filter(({ name }) => name === 'from')
  if (from.length > 1) throw malformed(550, 'The message has more than one From field.')
  const senders = from.map(({ value }) => readOnlyAddress(value))
  if (!senders.every((sender) => sender && mayUse(login, sender.address)))
    throw senderNotAllowed(
      "The message's From field has an address that this device can't send as.",
    )
}
