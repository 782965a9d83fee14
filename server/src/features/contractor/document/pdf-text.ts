// Extracts the text of a PDF.
import type { getDocument } from 'unpdf/pdfjs'

type Open = typeof getDocument

/** More than an invoice has. Reading only the first pages could miss the total. */
const PAGES_MAX = 50
const TEXT_LENGTH_MAX = 500_000

/** A font that doesn't say which characters its shapes are. A single one may be a bullet. */
const UNDECODED = /[[\p{Cc}\p{Co}\p{Cn}\uFFFD]--\s]{3}/v

/** Throws if it's encrypted, broken or too long, or if its fonts can't be decoded. */
export const pdfText = async (open: Open, bytes: Uint8Array): Promise<string> => {
  const pdf = await open({ data: bytes, disableFontFace: true, verbosity: 0 }).promise
  if (pdf.numPages > PAGES_MAX) throw new Error('too many pages')
  let text = ''
  for (let number = 1; number <= pdf.numPages; number += 1) {
    text += await pageText(await pdf.getPage(number))
    if (text.length > TEXT_LENGTH_MAX) throw new Error('too much text')
  }
  if (UNDECODED.test(text)) throw new Error('fonts without characters')
  return text
}

type Page = Awaited<ReturnType<Awaited<ReturnType<Open>['promise']>['getPage']>>

const pageText = async (page: Page): Promise<string> => {
  const { items } = await page.getTextContent()
  const annotations = await page.getAnnotations()
  const pieces = items.filter((item) => 'str' in item)
  return [
    pieces.map(({ str, hasEOL }) => (hasEOL ? `${str}\n` : str)).join(''),
    // A number may be in several pieces. But pieces that are drawn over or before each other have no space between them.
    ...pieces.map(({ str }) => str),
    // Fields of a form, and comments.
    ...annotations.flatMap(({ fieldValue, contentsObj, textContent }) =>
      [fieldValue, contentsObj?.str, textContent].flat(),
    ),
    '',
  ].join('\n')
}
