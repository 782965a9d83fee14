// Renders a PDF document of letter pages into a buffer.
import { loadFonts } from './fonts.ts'
import { type Doc, PAGE } from './page.ts'

type Info = { readonly title: string; readonly author: string; readonly createdAt: Date }

export const renderPdf = async (
  info: Info,
  draw: (doc: Doc) => void | Promise<void>,
): Promise<Buffer> => {
  // Loaded on the first document, so it doesn't slow down every start.
  const { default: PdfDocument } = await import('pdfkit')
  await loadFonts()
  const doc = new PdfDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    // None: each text sets its own.
    font: '',
    bufferPages: true,
    lang: 'en-US',
    displayTitle: true,
    info: {
      Title: info.title,
      Author: info.author,
      // Not the current time, so the same document is always the same file.
      CreationDate: info.createdAt,
    },
  })
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  await draw(doc)
  doc.end()
  return done
}
