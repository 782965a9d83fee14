// PDFs with text, and some that try to keep the reader busy or fill the memory.
import { buffer } from 'node:stream/consumers'
import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'

export const drawnPdf = (
  draw: (document: PDFKit.PDFDocument) => void,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer> => {
  const document = new PDFDocument(options)
  draw(document)
  document.end()
  return buffer(document)
}

export const textPdf = (lines: readonly string[], options: PDFKit.PDFDocumentOptions = {}) =>
  drawnPdf((document) => {
    for (const line of lines) document.text(line)
  }, options)

export const manyPages = (): Promise<Buffer> =>
  drawnPdf(
    (document) => {
      for (let page = 2; page <= 51; page += 1) document.addPage().text('Total $1.00')
    },
    { bufferPages: true },
  )

const FONT = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'
const TOTAL = Buffer.from('BT /F1 9 Tf 50 50 Td (Total $1.00) Tj ET ')

/** A page with an amount, and then this. */
export const packedPdf = (content: Buffer, otherFont = FONT): Buffer =>
  pagePdf(deflateSync(Buffer.concat([TOTAL, content])), otherFont)

const pagePdf = (compressed: Buffer, otherFont = FONT): Buffer => {
  // Compressed twice.
  const stream = deflateSync(compressed)
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1${FONT}/F2${otherFont}>>>>>>`,
    `<</Length ${stream.length}/Filter[/FlateDecode/FlateDecode]>>stream\n${stream.toString('latin1')}\nendstream`,
  ]
  let body = '%PDF-1.7\n'
  let table = '0000000000 65535 f \n'
  for (const [index, object] of objects.entries()) {
    table += `${String(body.length).padStart(10, '0')} 00000 n \n`
    body += `${index + 1} 0 obj${object}\nendobj\n`
  }
  const end = `xref\n0 5\n${table}trailer<</Size 5/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(body + end, 'latin1')
}

/** Expands to a multiple of 10 MB. Compressing all of it would take longer than the test. */
const bomb = (times: number): Buffer => {
  const options = { finishFlush: constants.Z_FULL_FLUSH } as const
  const [start, zeros] = [TOTAL, Buffer.alloc(10_000_000)].map((part) =>
    deflateRawSync(part, options),
  )
  const header = Buffer.from([0x78, 0x01])
  const repeated = Array.from({ length: times }, () => zeros as Buffer)
  return pagePdf(
    Buffer.concat([header, start as Buffer, ...repeated, deflateRawSync(Buffer.alloc(0))]),
  )
}

/** PDFs that try to keep the reader busy or fill the memory. */
export const HEAVY_PDFS: Readonly<Record<string, () => Buffer>> = {
  'that expands to 500 MB': () => bomb(50),
  'that is nested a million times': () =>
    Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(9_000_000, '1 0 obj<<')]),
}
