// PDFs with text, and some that try to keep the reader busy or fill the memory.
import { buffer } from 'node:stream/consumers'
import { deflateSync } from 'node:zlib'
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

const manyPages = (): Promise<Buffer> =>
  drawnPdf(
    (document) => {
      for (let page = 2; page <= 500; page += 1) document.addPage().text('Total $1.00')
    },
    { bufferPages: true },
  )

const FONT = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'
const TOTAL = Buffer.from('BT /F1 9 Tf 50 50 Td (Total $1.00) Tj ET ')

/** A page with an amount, and then this. Compressed twice. */
export const packedPdf = (content: Buffer, otherFont = FONT): Buffer => {
  const stream = deflateSync(deflateSync(Buffer.concat([TOTAL, content]), { level: 1 }))
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

export const HOSTILE_PDFS: Readonly<Record<string, () => Promise<Buffer> | Buffer>> = {
  'an encrypted one': () => textPdf(['Total $1.00'], { userPassword: 'secret' }),
  'a broken one': () => Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog'),
  'one with 500 pages': manyPages,
  'one that expands to 500 MB': () => packedPdf(Buffer.alloc(500_000_000)),
  'one that is nested a million times': () =>
    Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(9_000_000, '1 0 obj<<')]),
}
