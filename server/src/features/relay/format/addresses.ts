// Reads the addresses of a header field, and writes them so that nothing but them gets into the message.
import { isPlainEmail } from '@invoice-desk/contract/values/email'
import addressparser from 'nodemailer/lib/addressparser'
import { encodeWords } from 'nodemailer/lib/mime-funcs'

export type NamedAddress = {
  /** As it was written: words that were encoded still are. */
  readonly name: string
  /** A plain address, in lower case. */
  readonly address: string
}

/** Even with every character escaped, a name and its address fit into a line. */
const NAME_LENGTH_MAX = 300
/** Without what has a meaning in a list of addresses. */
const PLAIN_NAME = /^[\w!#$%&'*+/=?^`{|}~. -]+$/
const WORD_LENGTH_MAX = 52

/** Includes the addresses in groups. `value` is Latin-1 text of any bytes. Leaves out what isn't a plain address. */
export const readAddresses = (value: string): NamedAddress[] =>
  parse(value).flatMap((each) => each ?? [])

/** The one address of a From field, as `readAddresses` reads it. Undefined if there is anything else in it. */
export const readOnlyAddress = (value: string): NamedAddress | undefined => {
  const [only, ...others] = parse(value)
  return others.length === 0 ? only : undefined
}

/** Undefined in place of what isn't a plain address. */
const parse = (value: string): (NamedAddress | undefined)[] =>
  addressparser(textOf(value), { flatten: true }).map(({ name, address }) =>
    isPlainEmail(address) ? { name: name.trim(), address: address.toLowerCase() } : undefined,
  )

/** One address per line. The result is ASCII. */
export const addressLines = (field: string, addresses: readonly NamedAddress[]): string[] =>
  addresses.length > 0 ? [`${field}: ${addresses.map(write).join(',\r\n ')}`] : []

const write = ({ name, address }: NamedAddress): string => {
  const shown = nameOf(name)
  return shown === '' ? address : `${shown} <${address}>`
}

const nameOf = (name: string): string => {
  const line = name
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .slice(0, NAME_LENGTH_MAX)
    .toWellFormed()
    .trim()
  if (line === '' || PLAIN_NAME.test(line)) return line
  if (/^[ -~]+$/.test(line)) return `"${line.replace(/["\\]/g, '\\$&')}"`
  return encodeWords(line, 'B', WORD_LENGTH_MAX, true).replaceAll(' ', '\r\n ')
}

/** Old software writes names in UTF-8 or Latin-1. */
const textOf = (value: string): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'))
  } catch {
    return value
  }
}
