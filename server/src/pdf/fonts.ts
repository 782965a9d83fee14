// Opens each font once: reading it takes ten times as long as drawing a document with it.
import type { Font } from 'fontkit'

const opened = new Map<string, Font>()
let fontkit: typeof import('fontkit') | undefined

/** Before the first `setFont`. Not with the server's start, because few processes need it at once. */
export const loadFonts = async (): Promise<void> => {
  fontkit ??= await import('fontkit')
}

export const setFont = (doc: PDFKit.PDFDocument, path: string): void => {
  const font = opened.get(path) ?? fontkit?.openSync(path)
  if (!font || !('layout' in font)) throw new Error(`no font in ${path}`)
  opened.set(path, font)
  // pdfkit also takes an open font, which its types don't say. It keeps it under the path.
  doc.font(font as unknown as PDFKit.Mixins.PDFFontSource, path)
}
