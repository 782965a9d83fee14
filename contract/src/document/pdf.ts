// Reads the pages of a PDF: pieces of text with their places, the values of form fields, and comments. The PDF library is a parameter,
// because browser and server load it in their own way.

/** What we use of pdf.js. */
export type Open = (source: {
  readonly data: Uint8Array
  readonly disableFontFace: boolean
  readonly verbosity: number
}) => { readonly promise: Promise<Pdf> }

type Pdf = {
  readonly numPages: number
  readonly getPage: (number: number) => Promise<{
    readonly getTextContent: () => Promise<{ readonly items: readonly (Item | object)[] }>
    readonly getAnnotations: () => Promise<readonly unknown[]>
  }>
}

type Item = {
  readonly str: string
  readonly hasEOL: boolean
  /** The last two numbers are the place of the text's start; the origin is at the bottom left. */
  readonly transform: readonly number[]
  readonly width: number
  readonly height: number
}

type Annotation = {
  readonly fieldValue?: unknown
  readonly contentsObj?: { readonly str?: unknown }
  readonly textContent?: unknown
}

export type Piece = {
  readonly text: string
  readonly endsLine: boolean
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export type Page = {
  readonly pieces: readonly Piece[]
  /** Values of a form's fields. */
  readonly fields: readonly string[]
  /** Notes and text boxes that someone added. */
  readonly comments: readonly string[]
}

/** More than an invoice has. Reading only the first pages could miss the total. */
const PAGES_MAX = 50
const TEXT_LENGTH_MAX = 250_000

/** A font that doesn't say which characters its shapes are. A single one may be a bullet. */
const UNDECODED = /(?:(?!\s)[\p{Cc}\p{Co}\p{Cn}\uFFFD]){3}/u

/** Throws if it's encrypted, broken or too long, or if its fonts can't be decoded. */
export const readPages = async (open: Open, bytes: Uint8Array): Promise<Page[]> => {
  const pdf = await open({ data: bytes, disableFontFace: true, verbosity: 0 }).promise
  if (pdf.numPages > PAGES_MAX) throw new Error('too many pages')
  const pages: Page[] = []
  let length = 0
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    const pieces = items.flatMap((item) => ('str' in item ? [pieceOf(item as Item)] : []))
    const annotations = (await page.getAnnotations()) as readonly Annotation[]
    const fields = annotations.flatMap(({ fieldValue }) => textsIn([fieldValue]))
    const comments = annotations.flatMap(({ contentsObj, textContent }) =>
      textsIn([contentsObj?.str, textContent]),
    )
    const text = flowOf(pieces)
    if (UNDECODED.test(text)) throw new Error('fonts without characters')
    length += text.length + [...fields, ...comments].join('').length
    if (length > TEXT_LENGTH_MAX) throw new Error('too much text')
    pages.push({ pieces, fields, comments })
  }
  return pages
}

/** In the order in which it was drawn. */
export const flowOf = (pieces: Page['pieces']): string =>
  pieces.map(({ text, endsLine }) => (endsLine ? `${text}\n` : text)).join('')

const pieceOf = ({ str, hasEOL, transform, width, height }: Item): Piece => ({
  text: str,
  endsLine: hasEOL,
  x: transform[4] ?? 0,
  y: transform[5] ?? 0,
  ...{ width, height },
})

const textsIn = (values: readonly unknown[]): string[] =>
  values.flat().filter((text) => typeof text === 'string')
