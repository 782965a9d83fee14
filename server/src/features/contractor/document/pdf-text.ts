// Extracts the text of a PDF.
import { getDocument } from 'unpdf/pdfjs'

/** More than an invoice has. Reading only the first pages could miss the total. */
const PAGES_MAX = 50
const TEXT_LENGTH_MAX = 500_000

/** Throws if it's encrypted, broken or too long. */
export const pdfText = async (bytes: Uint8Array): Promise<string> => {
  const pdf = await getDocument({ data: bytes, disableFontFace: true, verbosity: 0 }).promise
  if (pdf.numPages > PAGES_MAX) throw new Error('too many pages')
  let text = ''
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    for (const item of items) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str
    text += '\n'
    if (text.length > TEXT_LENGTH_MAX) throw new Error('too much text')
  }
  return text
}
