// Draws text and rules on letter paper with embedded fonts.
import { fileURLToPath } from 'node:url'
import { setFont } from './fonts.ts'

export type Doc = PDFKit.PDFDocument
export type Box = { x: number; y: number; width: number }
type Style = {
  size?: number
  bold?: boolean
  color?: string
  align?: 'left' | 'right'
}

export const PAGE = { width: 612, height: 792, margin: 56 }
export const WIDTH = PAGE.width - 2 * PAGE.margin
export const INK = '#17211f'
export const MUTED = '#5a6562'

/**
 * Embedded in the file, because a PDF reader's substitute could overflow the columns. Its figures are all as wide, and
 * it's read in half the time that Inter takes.
 */
export const ARIMO = {
  regular: fileURLToPath(
    import.meta.resolve('@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf'),
  ),
  bold: fileURLToPath(
    import.meta.resolve('@expo-google-fonts/arimo/600SemiBold/Arimo_600SemiBold.ttf'),
  ),
  scale: 1,
}
/** Knows more scripts, and looks larger at the same size. */
const DEJAVU = {
  regular: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')),
  bold: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')),
  scale: 0.9,
}

/** Latin, Greek and Cyrillic letters with their punctuation, which Arimo has. */
const IN_ARIMO = /^[ -~\u00a0-\u0148\u014a-\u017e\u0384-\u03ce\u0400-\u045f\u1e00-\u1eff‐-”•…€]*$/

/** Sets the font and returns pdfkit's text options. */
const style = (doc: Doc, text: string, box: Box, look: Style) => {
  const { size = 10, bold, align = 'left' } = look
  const font = IN_ARIMO.test(text) ? ARIMO : DEJAVU
  setFont(doc, bold ? font.bold : font.regular)
  doc.fontSize(size * font.scale)
  return {
    width: box.width,
    align,
    lineGap: 1,
  } satisfies PDFKit.Mixins.TextOptions
}

/** Writes wrapping text and returns the y where it ends. */
export const write = (doc: Doc, text: string, box: Box, look: Style = {}): number => {
  print(doc, text, box, look)
  return box.y + heightOf(doc, text, box, look)
}

/** For text that was already measured. */
export const print = (doc: Doc, text: string, box: Box, look: Style): void => {
  const options = style(doc, text, box, look)
  doc.fillColor(look.color ?? INK).text(text, box.x, box.y, options)
}

export const heightOf = (doc: Doc, text: string, box: Box, look: Style): number =>
  doc.heightOfString(text || ' ', style(doc, text, box, look))

export const widthOf = (doc: Doc, text: string, look: Style): number =>
  doc.widthOfString(text, style(doc, text, { x: 0, y: 0, width: WIDTH }, look))

export const rule = (
  doc: Doc,
  y: number,
  { from = PAGE.margin, to = PAGE.width - PAGE.margin, color = '#d9d5cb' } = {},
): void => {
  doc.moveTo(from, y).lineTo(to, y).lineWidth(0.75).strokeColor(color).stroke()
}
