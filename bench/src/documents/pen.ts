// Draws made-up invoices.
import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { ARIMO } from '../../../server/src/pdf/page.ts'

export type Expected = {
  readonly invoiceNumber?: string
  readonly amountCents?: number
  readonly currency?: string
  readonly date?: string
  readonly dueDate?: string
  readonly vendor?: string
}

export type Sample = {
  readonly name: string
  readonly expected: Expected
  readonly draw: () => Promise<Uint8Array>
}

type Style = { readonly size?: number; readonly bold?: boolean; readonly gray?: boolean }

/** `helvetica` isn't embedded, and has only Western European letters. */
export type Face = 'arimo' | 'helvetica' | 'times' | 'courier'

const FACES: Readonly<Record<Face, readonly [string, string]>> = {
  arimo: [ARIMO.regular, ARIMO.regular],
  helvetica: ['Helvetica', 'Helvetica-Bold'],
  times: ['Times-Roman', 'Times-Bold'],
  courier: ['Courier', 'Courier-Bold'],
}

export type Pen = ReturnType<typeof createPen>

const createPen = (document: PDFKit.PDFDocument, face: Face) => {
  const [regular, strong] = FACES[face]
  const use = ({ size = 10, bold = false, gray = false }: Style) =>
    document
      .font(bold ? strong : regular)
      .fontSize(size)
      .fillColor(gray ? '#777777' : '#111111')
  const pen = {
    /** From `x` to the right. */
    at: (x: number, y: number, text: string, style: Style = {}) => {
      use(style).text(text, x, y, { lineBreak: false })
      return pen
    },
    /** Ends at `x`. */
    to: (x: number, y: number, text: string, style: Style = {}) => {
      const width = use(style).widthOfString(text)
      document.text(text, x - width, y, { lineBreak: false })
      return pen
    },
    /** Wraps. */
    paragraph: (x: number, y: number, width: number, text: string, style: Style = {}) => {
      use(style).text(text, x, y, { width })
      return pen
    },
    /** One below the other. Returns the next y. */
    stack: (x: number, y: number, texts: readonly string[], style: Style = {}) => {
      const step = (style.size ?? 10) * 1.45
      texts.forEach((text, index) => void pen.at(x, y + index * step, text, style))
      return y + texts.length * step
    },
    box: (x: number, y: number, width: number, height: number) => {
      document.rect(x, y, width, height).stroke('#999999')
      return pen
    },
    rule: (x: number, y: number, width: number) => {
      document
        .moveTo(x, y)
        .lineTo(x + width, y)
        .stroke('#999999')
      return pen
    },
    page: () => {
      document.addPage()
      return pen
    },
  }
  return pen
}

export const drawInvoice = (
  draw: (pen: Pen) => void,
  face: Face = 'arimo',
  size: string | [number, number] = 'LETTER',
): Promise<Uint8Array> => {
  const document = new PDFDocument({ size, margin: 0 })
  draw(createPen(document, face))
  document.end()
  return buffer(document).then((bytes) => new Uint8Array(bytes))
}

/** Numbers from 0 to below 1, always the same ones for a seed (mulberry32). */
export const randomFrom = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
