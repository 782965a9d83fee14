// Reads a subject for people: decodes its words, and makes it one short line.

const LENGTH_MAX = 200
const WORD = /=\?([\w-]+)(?:\*[\w-]*)?\?([bq])\?([^?]*)\?=/gi

/** `value` is Latin-1 text of any bytes. What can't be decoded stays as it is. */
export const decodeSubject = (value: string): string => {
  const text = /[\u0080-\u00ff]/.test(value) ? decode('utf-8', Buffer.from(value, 'latin1')) : value
  return text
    .replace(/(\?=)\s+(?==\?)/g, '$1')
    .replace(WORD, (word, charset: string, kind: string, encoded: string) =>
      decode(charset, kind.toLowerCase() === 'b' ? fromBase64(encoded) : fromQ(encoded), word),
    )
    .replace(/\p{Cc}+/gu, ' ')
    .toWellFormed()
    .trim()
    .slice(0, LENGTH_MAX)
    .toWellFormed()
}

const fromBase64 = (text: string): Buffer => Buffer.from(text, 'base64')

const fromQ = (text: string): Buffer =>
  Buffer.from(
    text
      .replaceAll('_', ' ')
      .replace(/=([\da-f]{2})/gi, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
    'latin1',
  )

const decode = (charset: string, bytes: Buffer, otherwise?: string): string => {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return otherwise ?? bytes.toString('latin1')
  }
}
