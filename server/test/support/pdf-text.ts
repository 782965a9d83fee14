// Reads the text of a PDF page by page, with the position of each piece of text.
import { inflateSync } from 'node:zlib'

export type Piece = {
  readonly text: string
  readonly left: number
  readonly right: number
  /** The position of its line, in points from the bottom of the page. */
  readonly y: number
}

/** The text of each page, with a line break between separate pieces. */
export const pagesOf = (pdf: Buffer): string[] =>
  piecesOf(pdf).map((pieces) => pieces.map(({ text }) => text).join('\n'))

/** The pieces of each page, with their left and right ends in points from the left edge. */
export const piecesOf = (pdf: Buffer): Piece[][] => {
  const objects = objectsOf(pdf)
  const fonts = fontsOf(objects)
  return [...objects.values()]
    .map(({ stream }) => stream)
    .filter((stream) => stream.includes('BT\n'))
    .map((stream) => [...stream.matchAll(SHOWN)].map((shown) => pieceOf(shown, fonts)))
}

/** Whether every font in the file is embedded. */
export const areFontsEmbedded = (pdf: Buffer): boolean => {
  const all = [...objectsOf(pdf).values()].map(({ text }) => text)
  const descriptors = all.filter((text) => text.includes('/Type /FontDescriptor'))
  return (
    descriptors.length > 0 &&
    descriptors.every((text) => /\/FontFile[23]? \d/.test(text)) &&
    !all.some((text) => text.includes('/Subtype /Type1'))
  )
}

type PdfObject = { readonly text: string; readonly stream: string }

const objectsOf = (pdf: Buffer): Map<string, PdfObject> => {
  const found = new Map<string, PdfObject>()
  for (const part of pdf.toString('latin1').matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj$/gm)) {
    const [, id = '', body = ''] = part
    const at = body.indexOf('stream\n')
    const packed = Buffer.from(body.slice(at + 7, body.lastIndexOf('\nendstream')), 'latin1')
    const isText = at !== -1 && body.includes('/FlateDecode') && !body.includes('/Subtype /Image')
    found.set(id, {
      text: at === -1 ? body : body.slice(0, at),
      stream: isText ? inflateSync(packed).toString('latin1') : '',
    })
  }
  return found
}

type Font = { readonly letters: readonly string[]; readonly widths: readonly number[] }

const fontsOf = (objects: ReadonlyMap<string, PdfObject>): Map<string, Font> => {
  const read = (id = '') => objects.get(id) ?? { text: '', stream: '' }
  const names = [...objects.values()].flatMap(({ text }) => [
    ...text.matchAll(/\/(F\d+) (\d+) 0 R/g),
  ])
  return new Map(
    names.map(([, name = '', id]) => {
      const { text } = read(id)
      const map = read(/\/ToUnicode (\d+)/.exec(text)?.[1]).stream
      const inner = read(/\/DescendantFonts \[(\d+)/.exec(text)?.[1]).text
      const lists = [...map.matchAll(/\[(.*?)\]/gs)].flatMap(([, list = '']) => [
        ...list.matchAll(/<([\da-f ]*)>/g),
      ])
      const letters = lists.map(([, hex = '']) =>
        Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
      )
      const widths = /\/W \[0 \[(.*?)\]/s.exec(inner)?.[1]?.trim().split(/\s+/).map(Number) ?? []
      return [name, { letters, widths }]
    }),
  )
}

/** Matches a piece's position, font, size, and glyphs with the kerning between them. */
const SHOWN = /1 0 0 1 (\S+) (\S+) Tm\n\/(F\d+) (\S+) Tf\n(?:[^[\n]*\n)*?\[(.*?)\] TJ/g

const pieceOf = (
  [, x, y, name = '', size, shown = '']: RegExpExecArray,
  fonts: ReadonlyMap<string, Font>,
): Piece => {
  const { letters = [], widths = [] } = fonts.get(name) ?? {}
  const glyphs = [...shown.matchAll(/<([\da-f]*)>/g)]
    .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    .map((hex) => Number.parseInt(hex, 16))
  const kerning = [...shown.replaceAll(/<[^>]*>/g, ' ').matchAll(/-?[\d.]+/g)].map(Number)
  const width = sumOf(glyphs.map((glyph) => widths[glyph] ?? 0)) - sumOf(kerning)
  return {
    text: glyphs.map((glyph) => letters[glyph] ?? '?').join(''),
    left: Number(x),
    right: Number(x) + (width * Number(size)) / 1_000,
    y: Number(y),
  }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0)
