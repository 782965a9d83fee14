// Reads the recipients of a message, and changes its headers as Gmail does before it delivers it.
import { randomBytes } from 'node:crypto'
import { type Address, addressParser } from 'postal-mime'

type Field = { readonly name: string; readonly raw: string; readonly value: string }

export type RawMessage = { readonly fields: readonly Field[]; readonly body: Buffer }

const ADDRESS = /^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/

/** Bytes stay as they are: each is one character of the fields. */
export const readMessage = (raw: Buffer): RawMessage => {
  const text = raw.toString('latin1')
  const end = /\r?\n\r?\n/.exec(text)
  const head = end ? text.slice(0, end.index) : text
  const body = end ? raw.subarray(end.index + end[0].length) : Buffer.alloc(0)
  const fields = head.split(/\r?\n(?![ \t])/).flatMap((line) => {
    const [, name, value = ''] = /^([!-9;-~]+)[ \t]*:([\s\S]*)$/.exec(line) ?? []
    if (name === undefined) return []
    return [{ name, raw: line, value: value.replace(/\r?\n/g, '').trim() }]
  })
  return { fields, body }
}

const isField =
  (...names: readonly string[]) =>
  ({ name }: Field): boolean =>
    names.includes(name.toLowerCase())

const addressesIn = (fields: readonly Field[]): Address[] =>
  fields.flatMap(({ value }) => addressParser(value, { flatten: true }))

/** Everyone in To, Cc and Bcc, once each; or the header that Gmail refuses. */
export const recipientsOf = ({
  fields,
}: RawMessage): { recipients: string[] } | { invalid: string } => {
  const found = new Set<string>()
  for (const name of ['To', 'Cc', 'Bcc']) {
    for (const { address = '' } of addressesIn(fields.filter(isField(name.toLowerCase())))) {
      if (!ADDRESS.test(address)) return { invalid: name }
      found.add(address.toLowerCase())
    }
  }
  return { recipients: [...found] }
}

/**
 * Gmail sends only as the account and its verified aliases, hides who is in Bcc, and adds what is missing.
 */
export const delivered = (
  { fields, body }: RawMessage,
  account: { readonly email: string; readonly name: string },
  aliases: readonly string[],
): Buffer => {
  const [from] = addressesIn(fields.filter(isField('from')))
  const address = from?.address?.toLowerCase() ?? ''
  const keepsFrom = address === account.email || aliases.includes(address)
  const kept = fields.filter(
    keepsFrom ? (field) => !isField('bcc')(field) : (field) => !isField('bcc', 'from')(field),
  )
  const lines = kept.map(({ raw }) => raw.replace(/\r?\n/g, '\r\n'))
  if (!keepsFrom) {
    lines.unshift(`From: ${quoted(from?.name || account.name)} <${account.email}>`)
    if (from) lines.push(`X-Google-Original-From: ${fields.find(isField('from'))?.value}`)
  }
  if (!fields.some(isField('date'))) lines.push(`Date: ${new Date().toUTCString()}`)
  if (!fields.some(isField('message-id')))
    lines.push(`Message-ID: <CA${randomBytes(18).toString('base64url')}@mail.gmail.example>`)
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body])
}

const quoted = (name: string): string => {
  const isPlain = /^[ -~]*$/.test(name)
  if (!isPlain) return `=?utf-8?B?${Buffer.from(name).toString('base64')}?=`
  return `"${name.replace(/["\\]/g, '\\$&')}"`
}
