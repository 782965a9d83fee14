// Makes the message that Gmail gets. Gmail delivers to the addresses in To, Cc and Bcc, so these become exactly the
// recipients that the device named, whatever its headers say.
import { addressLines, type NamedAddress, readAddresses, readOnlyAddress } from './addresses.ts'
import { findBody, HEADER_BYTES_MAX, type Header, headerOf, readHeaders } from './headers.ts'
import { withCrlf } from './line-ends.ts'

export type Outgoing = {
  /** The envelope's. */
  readonly sender: string
  readonly recipients: readonly string[]
  readonly messageId: string
  readonly acceptedAt: Date
  /** The Gmail account. */
  readonly address: string
  readonly keepsSender: boolean
}

/** We write these ourselves, or Gmail does, or they'd name other senders and recipients. */
const DROPPED =
  /^(?:from|to|cc|bcc|apparently-to|message-id|x-original-(?:to|cc|message-id)|return-path|sender|dkim-signature|resent-.*|x-google-.*)$/
/** Programs disagree about which one counts if there are several. */
const ONCE = new Set([
  'subject',
  'date',
  'reply-to',
  'in-reply-to',
  'references',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
])
const LINE_LENGTH_MAX = 998
/** No known field has a longer name, and what is before the colon can't be folded. */
const NAME_LENGTH_MAX = 76
/** Without a value, we write our own. */
const NEVER_EMPTY: readonly string[] = ['date', 'reply-to']

/** `raw` is what the device sent. Copies its body once. */
export const compose = (raw: Buffer, outgoing: Outgoing): Buffer => {
  const bodyAt =
    findBody(raw.subarray(0, HEADER_BYTES_MAX + 2)) ?? Math.min(raw.length, HEADER_BYTES_MAX)
  const given = readHeaders(raw.subarray(0, bodyAt))
  const kept = withoutRepeats(given.filter(isPassedOn))
  const lines = [
    ...senderLines(given, kept, outgoing),
    ...recipientLines(given, outgoing.recipients),
    `Message-ID: ${outgoing.messageId}`,
    // Gmail may replace the Message-ID with its own.
    `X-Original-Message-ID: ${outgoing.messageId}`,
    ...(headerOf(kept, 'date') ? [] : [`Date: ${dateOf(outgoing.acceptedAt)}`]),
    ...kept.flatMap(({ raw: text }) => fold(text)),
  ]
  return withCrlf(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), raw.subarray(bodyAt))
}

const isPassedOn = ({ name, value, raw }: Header): boolean =>
  raw.indexOf(':') <= NAME_LENGTH_MAX &&
  !DROPPED.test(name) &&
  !(value === '' && NEVER_EMPTY.includes(name))

const withoutRepeats = (headers: readonly Header[]): Header[] => {
  const seen = new Set<string>()
  return headers.filter(({ name }) => {
    if (!ONCE.has(name)) return true
    const isFirst = !seen.has(name)
    seen.add(name)
    return isFirst
  })
}

/** Replies still reach the address that the device wrote. */
const senderLines = (
  given: readonly Header[],
  kept: readonly Header[],
  outgoing: Outgoing,
): string[] => {
  const { sender, address, keepsSender } = outgoing
  const from = readOnlyAddress(headerOf(given, 'from') ?? '') ?? { name: '', address: sender }
  const isKept = keepsSender || from.address === address.toLowerCase()
  return [
    ...addressLines('From', [isKept ? from : { ...from, address }]),
    ...(isKept || headerOf(kept, 'reply-to') ? [] : addressLines('Reply-To', [from])),
  ]
}

const recipientLines = (given: readonly Header[], recipients: readonly string[]): string[] => {
  const missing = new Map(recipients.map((recipient) => [recipient.toLowerCase(), recipient]))
  const isRecipient = new Set(missing.keys())
  const linesOf = (name: string, field: string): string[] => {
    const written = given.flatMap((header) =>
      header.name === name ? readAddresses(header.value) : [],
    )
    const named = written.flatMap(({ name: shown, address }): NamedAddress | NamedAddress[] => {
      const recipient = missing.get(address)
      missing.delete(address)
      return recipient === undefined ? [] : { name: shown, address: recipient }
    })
    const others = written.filter(({ address }) => !isRecipient.has(address))
    return [...addressLines(field, named), ...addressLines(`X-Original-${field}`, others)]
  }
  const lines = [...linesOf('to', 'To'), ...linesOf('cc', 'Cc')]
  const hidden = [...missing.values()].map((address) => ({ name: '', address }))
  return [...lines, ...addressLines('Bcc', hidden)]
}

const dateOf = (moment: Date): string => moment.toUTCString().replace('GMT', '+0000')

/** Keeps a field's own lines, except for empty ones, which some programs read as the end of the headers. */
const fold = (text: string): string[] =>
  text
    .replaceAll('\0', '')
    .split('\r\n')
    .filter((line) => line.trim() !== '')
    .flatMap(foldLine)

const foldLine = (line: string): string[] => {
  const lines: string[] = []
  let rest = line
  while (rest.length > LINE_LENGTH_MAX) {
    // A line of spaces would be empty.
    const space = rest.lastIndexOf(' ', LINE_LENGTH_MAX)
    const isUsable = space > 1 && rest.slice(0, space).trim() !== ''
    const end = isUsable ? space : LINE_LENGTH_MAX - 1
    lines.push(rest.slice(0, end))
    rest = ` ${rest.slice(end).trimStart()}`
  }
  return [...lines, rest].filter((each) => each.trim() !== '')
}
