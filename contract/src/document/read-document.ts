// Reads everything that the server compares with a submitted invoice. All of it is bounded, because it's stored.
import { findAmounts } from './find-amounts.ts'
import { type Open, readPages } from './pdf.ts'
import { textOf } from './pdf-text.ts'
import { type FoundInvoice, findInvoice } from './read-invoice.ts'

export type ReadDocument = {
  /** In cents, without signs. Empty if the text has no number that is clearly an amount. */
  readonly amounts: number[]
  readonly invoice: FoundInvoice
}

/** Throws if the PDF is encrypted, broken or too long, or if its fonts can't be decoded. */
export const readDocument = async (open: Open, bytes: Uint8Array): Promise<ReadDocument> => {
  const pages = await readPages(open, bytes)
  const invoice = findInvoice(pages)
  return { amounts: findAmounts(withoutOthers(textOf(pages), invoice)), invoice }
}

/** Whole numbers without a currency. */
const BARE =
  /(?<![\p{L}\d.,'’\p{Sc}]|\p{Sc} |USD |EUR |GBP |CAD )\d+(?![\d'’]| ?[.,]\d| ?(?:\p{Sc}|USD|EUR|GBP|CAD))/gu
const YEAR = /^20[2-4]\d$/
const ZIP_CODE =
  /(?<!\p{L})(?<state>A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|PR|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]) {1,2}\d{5}(?:-\d{4})?(?![\d.,])/gu

/** Without numbers that aren't amounts. Otherwise, a contractor could submit `9500` with `Invoice # 9500` in the document. */
const withoutOthers = (text: string, { invoiceNumber, amountCents }: FoundInvoice): string =>
  text.replace(ZIP_CODE, '$<state> x').replace(BARE, (number) => {
    const isOther = number === invoiceNumber || YEAR.test(number)
    return isOther && Number(number) * 100 !== amountCents ? 'x' : number
  })
