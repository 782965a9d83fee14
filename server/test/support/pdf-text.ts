// Reads a PDF as a person would: its pages in order, each with the words that stand on it.
import { inflateSync } from 'node:zlib'

/** The text of each page; pieces that were set apart are separated by a line break. */
export const pagesOf = (pdf: Buffer): string[] =>
  streamsOf(pdf)
    .filter((stream) => stream.includes('BT\n'))
    .map((stream) =>
      [...stream.matchAll(/\[(.*?)\] TJ/g)].map(([, shown]) => wordsOf(shown)).join('\n'),
    )

const streamsOf = (pdf: Buffer): string[] => {
  const found: string[] = []
  for (let at = pdf.indexOf('stream\n'); at !== -1; at = pdf.indexOf('stream\n', at + 1)) {
    if (pdf.subarray(at - 3, at).toString('latin1') === 'end') continue
    const end = pdf.indexOf('\nendstream', at)
    found.push(inflateSync(pdf.subarray(at + 7, end)).toString('latin1'))
  }
  return found
}

/** Strings are hexadecimal, with the spaces between letters as numbers among them. */
const wordsOf = (shown = ''): string =>
  [...shown.matchAll(/<([\da-f]*)>/g)]
    .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
    .join('')
