// Draws receipts as PDFs on letter paper, with a table that can span several pages.
import { fileURLToPath } from 'node:url'
import { accentScale } from '@invoice-desk/contract/accent-scale'
import { formatUsd } from '@invoice-desk/contract/money'
import { PAYMENT_METHODS } from '@invoice-desk/contract/payment-methods'
import type { Config } from '../../../config.ts'
import type { Attempt, Line } from '../queries.ts'

type Receipt = {
  readonly number: string
  readonly date: string
  readonly paidAt: Date
  readonly config: Config
  readonly logo: Buffer | undefined
  readonly attempt: Attempt
  readonly lines: readonly Line[]
}

type Doc = PDFKit.PDFDocument
type Style = { size?: number; bold?: boolean; color?: string; align?: 'left' | 'right' }
type Box = { x: number; y: number; width: number }

const PAGE = { width: 612, height: 792, margin: 56 }
const WIDTH = PAGE.width - 2 * PAGE.margin
/** The footer starts below this. */
const BOTTOM = PAGE.height - 84
const INK = '#1b2327'
const SOFT = '#56636b'
const RULE = '#d3dade'

/** Embedded in the file, because a PDF reader's substitute could overflow the columns. */
const FONTS = {
  regular: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')),
  bold: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')),
}
/** DejaVu looks larger than most typefaces of the same size. */
const FONT_SCALE = 0.9

export const renderReceipt = async (receipt: Receipt): Promise<Buffer> => {
  // Loaded on the first receipt, so it doesn't slow down every start.
  const { default: PdfDocument } = await import('pdfkit')
  const doc = new PdfDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    font: FONTS.regular,
    bufferPages: true,
    lang: 'en-US',
    displayTitle: true,
    info: {
      Title: `Receipt ${receipt.number}`,
      Author: receipt.config.businessName,
      // Not the current time, so the same receipt is always the same file.
      CreationDate: receipt.paidAt,
    },
  })
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  drawTotal(doc, receipt, drawTable(doc, receipt, drawFacts(doc, receipt, drawHead(doc, receipt))))
  drawFeet(doc, receipt)
  doc.end()
  return done
}

/** Sets the font and returns pdfkit's text options. */
const style = (doc: Doc, box: Box, { size = 10, bold, color, align }: Style) => {
  doc.font(bold ? FONTS.bold : FONTS.regular).fontSize(size * FONT_SCALE)
  doc.fillColor(color ?? INK)
  return { width: box.width, align: align ?? 'left', lineGap: 1 } as const
}

/** Writes wrapping text and returns the y where it ends. */
const write = (doc: Doc, text: string, box: Box, look: Style = {}): number => {
  const options = style(doc, box, look)
  const height = doc.heightOfString(text || ' ', options)
  doc.text(text, box.x, box.y, options)
  return box.y + height
}

const rule = (doc: Doc, y: number, color = RULE): void => {
  doc
    .moveTo(PAGE.margin, y)
    .lineTo(PAGE.width - PAGE.margin, y)
    .lineWidth(0.75)
    .strokeColor(color)
    .stroke()
}

const drawHead = (doc: Doc, { config, logo, number }: Receipt): number => {
  const left = { x: PAGE.margin, y: PAGE.margin, width: WIDTH * 0.58 }
  const right = { x: PAGE.margin + WIDTH * 0.62, y: PAGE.margin, width: WIDTH * 0.38 }
  const accent = accentScale(config.businessColor)[7]
  const name = { ...left, y: left.y + drawLogo(doc, logo) }
  const afterName = write(doc, config.businessName, name, { size: 16, bold: true })
  const email = { ...left, y: afterName + 3 }
  const afterEmail = write(doc, config.contactEmail, email, { color: SOFT })
  const afterTitle = write(doc, 'Receipt', right, {
    size: 24,
    bold: true,
    color: accent,
    align: 'right',
  })
  const numbered = { ...right, y: afterTitle + 2 }
  const afterNumber = write(doc, `No. ${number}`, numbered, { color: SOFT, align: 'right' })
  const y = Math.max(afterEmail, afterNumber) + 16
  rule(doc, y, accent)
  return y + 22
}

const LOGO = { width: 180, height: 44, gap: 10 }

/** Returns its height. */
const drawLogo = (doc: Doc, logo: Buffer | undefined): number => {
  if (!logo) return 0
  doc.image(logo, PAGE.margin, PAGE.margin, { fit: [LOGO.width, LOGO.height] })
  return LOGO.height + LOGO.gap
}

const drawFacts = (doc: Doc, { attempt, date }: Receipt, top: number): number => {
  const left = { x: PAGE.margin, width: WIDTH * 0.46 }
  const right = { x: PAGE.margin + WIDTH / 2, width: WIDTH / 2 }
  let leftY = write(doc, 'Received from', { ...left, y: top }, { color: SOFT }) + 4
  const payer = [attempt.companyName, attempt.payerName, attempt.email]
  for (const [index, line] of payer.entries()) {
    leftY = write(doc, line, { ...left, y: leftY }, { bold: index === 0 }) + 2
  }
  let rightY = top
  const facts = [
    ['Date', date],
    ['Paid by', PAYMENT_METHODS[attempt.method].label],
    ['Reference', attempt.reference ?? ''],
  ] as const
  for (const [label, value] of facts) {
    write(doc, label, { ...right, y: rightY, width: 56 }, { color: SOFT })
    const box = { x: right.x + 60, y: rightY, width: right.width - 60 }
    rightY = write(doc, value, box) + 5
  }
  return Math.max(leftY, rightY) + 24
}

const COLUMNS = [
  { title: 'Invoice', at: 0, width: 0.34, align: 'left' },
  { title: 'Balance before', at: 0.36, width: 0.2, align: 'right' },
  { title: 'Amount paid', at: 0.58, width: 0.2, align: 'right' },
  { title: 'Remaining', at: 0.8, width: 0.2, align: 'right' },
] as const

const PADDING = 14
const boxOf = (column: (typeof COLUMNS)[number], y: number): Box => ({
  x: PAGE.margin + PADDING + column.at * (WIDTH - 2 * PADDING),
  y,
  width: column.width * (WIDTH - 2 * PADDING),
})

const drawTitles = (doc: Doc, { businessColor }: Config, y: number): number => {
  doc.rect(PAGE.margin, y, WIDTH, 24).fill(accentScale(businessColor)[0])
  for (const column of COLUMNS) {
    const look = { size: 9, bold: true, color: SOFT, align: column.align }
    write(doc, column.title, boxOf(column, y + 8), look)
  }
  return y + 24
}

const ROW_PADDING = 5
const TOTAL_HEIGHT = 86

const drawTable = (doc: Doc, { config, lines }: Receipt, top: number): number => {
  let y = drawTitles(doc, config, top)
  for (const [index, { invoiceNumber, balanceCents, amountCents }] of lines.entries()) {
    const [name] = COLUMNS
    const options = style(doc, boxOf(name, y), {})
    const height = doc.heightOfString(invoiceNumber || ' ', options) + 2 * ROW_PADDING
    // Keeps the total on the same page as the last row.
    const needed = index === lines.length - 1 ? height + TOTAL_HEIGHT : height
    if (y + needed > BOTTOM) y = drawTitles(doc.addPage(), config, PAGE.margin)
    const cells = [
      invoiceNumber,
      formatUsd(balanceCents),
      formatUsd(amountCents),
      formatUsd(balanceCents - amountCents),
    ]
    for (const [at, column] of COLUMNS.entries()) {
      write(doc, cells[at] ?? '', boxOf(column, y + ROW_PADDING + 1), { align: column.align })
    }
    y += height
    rule(doc, y)
  }
  return y
}

const drawTotal = (doc: Doc, { config, attempt }: Receipt, end: number): void => {
  const { totalCents, refundedCents } = attempt
  const y = end + 16
  const x = PAGE.margin + WIDTH / 2
  const width = WIDTH / 2
  doc.roundedRect(x, y, width, 40, 4).fill(accentScale(config.businessColor)[7])
  const box = { x: x + PADDING, y: y + 14, width: width - 2 * PADDING }
  write(doc, 'Total paid', box, { size: 12, color: '#ffffff' })
  const total = { size: 13, bold: true, color: '#ffffff', align: 'right' } as const
  write(doc, formatUsd(totalCents), box, total)
  if (refundedCents === 0) return
  const note = { x, y: y + 50, width: width - PADDING }
  const text = `${formatUsd(refundedCents)} of this was refunded later.`
  write(doc, text, note, { color: SOFT, align: 'right' })
}

/** Drawn last, once the number of pages is known. */
const drawFeet = (doc: Doc, { config, number }: Receipt): void => {
  const { start, count } = doc.bufferedPageRange()
  const y = PAGE.height - 48
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page)
    rule(doc, y - 10)
    const small = { size: 8, color: SOFT } as const
    const text = `Thank you for your payment. Questions? ${config.contactEmail}`
    write(doc, text, { x: PAGE.margin, y, width: WIDTH * 0.6 }, small)
    const box = { x: PAGE.margin + WIDTH * 0.6, y, width: WIDTH * 0.4 }
    const place = `Receipt ${number}, page ${page - start + 1} of ${count}`
    write(doc, place, box, { ...small, align: 'right' })
  }
}
