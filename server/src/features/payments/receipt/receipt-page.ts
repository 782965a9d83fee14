// Draws receipts as PDFs: the amount in large figures, then who paid, then each invoice, on as many pages as needed.
import { accentScale } from '@invoice-desk/contract/accent-scale'
import { formatUsd } from '@invoice-desk/contract/money'
import { PAYMENT_METHODS } from '@invoice-desk/contract/payment-methods'
import type { Config } from '../../../config.ts'
import type { Logo } from '../../../logo.ts'
import type { Attempt, Line } from '../queries.ts'
import { DEFAULT_FONT, type Doc, INK, MUTED, PAGE, rule, WIDTH, widthOf, write } from './paper.ts'
import { drawTable } from './receipt-table.ts'

export type Receipt = {
  readonly number: string
  readonly date: string
  readonly paidAt: Date
  readonly config: Config
  readonly logo: Logo | undefined
  readonly attempt: Attempt
  readonly lines: readonly Line[]
}

export const renderReceipt = async (receipt: Receipt): Promise<Buffer> => {
  // Loaded on the first receipt, so it doesn't slow down every start.
  const { default: PdfDocument } = await import('pdfkit')
  const doc = new PdfDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    font: DEFAULT_FONT,
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
  const afterAmount = drawAmount(doc, receipt, drawHead(doc, receipt))
  drawTable(doc, receipt, drawFacts(doc, receipt, afterAmount))
  drawFeet(doc, receipt)
  doc.end()
  return done
}

const drawHead = (doc: Doc, { config, logo, number }: Receipt): number => {
  const start = drawLogo(doc, logo, config.businessColor)
  const left = { ...start, width: PAGE.margin + WIDTH * 0.6 - start.x }
  const right = { x: PAGE.margin + WIDTH * 0.62, y: PAGE.margin, width: WIDTH * 0.38 }
  const afterName = write(doc, config.businessName, left, { size: 13, bold: true })
  const email = { ...left, y: afterName + 1 }
  const afterEmail = write(doc, config.contactEmail, email, { size: 9.5, color: MUTED })
  const title = { size: 13, bold: true, align: 'right' } as const
  const numbered = { ...right, y: write(doc, 'Receipt', right, title) + 1 }
  const small = { size: 9.5, color: MUTED, align: 'right' } as const
  const afterNumber = write(doc, `No. ${number}`, numbered, small)
  const y = Math.max(afterEmail, afterNumber) + 18
  rule(doc, y)
  return y + 28
}

const LOGO = { width: 180, height: 40, gap: 12 }
const MARK = { size: 32, radius: 8, gap: 12 }

/** Returns where the name starts: below a logo, which can be wide, or beside the product's mark. */
const drawLogo = (doc: Doc, logo: Logo | undefined, businessColor: string) => {
  const { margin } = PAGE
  const start = { x: margin, y: margin }
  if (!logo) return start
  if (!logo.isMark) {
    doc.image(logo.content, margin, margin, { fit: [LOGO.width, LOGO.height] })
    return { ...start, y: margin + LOGO.height + LOGO.gap }
  }
  doc.roundedRect(margin, margin, MARK.size, MARK.size, MARK.radius)
  doc.fill(accentScale(businessColor)[7])
  doc.image(logo.content, margin, margin, { width: MARK.size })
  return { ...start, x: margin + MARK.size + MARK.gap }
}

const PAID = { background: '#e0f4e6', color: '#14602f' }
const REFUNDED = { background: '#eceeeb', color: '#454f4c' }

const stateOf = ({ refundedCents, totalCents }: Attempt) => {
  if (refundedCents === 0) return { text: 'Paid', ...PAID }
  return { text: refundedCents < totalCents ? 'Partly refunded' : 'Refunded', ...REFUNDED }
}

const drawAmount = (doc: Doc, { attempt }: Receipt, top: number): number => {
  const box = { x: PAGE.margin, y: top, width: WIDTH }
  const y = write(doc, 'Amount paid', box, { size: 11, color: MUTED }) + 2
  const amount = formatUsd(attempt.totalCents)
  const large = { size: 34, bold: true }
  const end = write(doc, amount, { ...box, y }, large)
  const { text, background, color } = stateOf(attempt)
  const label = { size: 10, bold: true, color }
  const x = PAGE.margin + widthOf(doc, amount, large) + 14
  const width = widthOf(doc, text, label) + 20
  doc.roundedRect(x, y + 12, width, 20, 10).fill(background)
  write(doc, text, { x: x + 10, y: y + 16, width }, label)
  return end + 26
}

const LABEL_WIDTH = 70

const drawFacts = (doc: Doc, { attempt, date }: Receipt, top: number): number => {
  const left = { x: PAGE.margin, width: WIDTH * 0.46 }
  const right = { x: PAGE.margin + WIDTH / 2, width: WIDTH / 2 }
  let leftY = write(doc, 'Received from', { ...left, y: top }, { color: MUTED }) + 4
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
    write(doc, label, { ...right, y: rightY, width: LABEL_WIDTH }, { color: MUTED })
    const box = { x: right.x + LABEL_WIDTH, y: rightY, width: right.width - LABEL_WIDTH }
    rightY = write(doc, value, box, { align: 'right' }) + 6
  }
  return Math.max(leftY, rightY) + 28
}

/** Drawn last, once the number of pages is known. */
const drawFeet = (doc: Doc, { config, number }: Receipt): void => {
  const { start, count } = doc.bufferedPageRange()
  const y = PAGE.height - 48
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page)
    rule(doc, y - 12)
    const small = { size: 8.5, color: MUTED } as const
    const text = `Thank you for your payment. Questions? ${config.contactEmail}`
    write(doc, text, { x: PAGE.margin, y, width: WIDTH * 0.62 }, small)
    const box = { x: PAGE.margin + WIDTH * 0.62, y, width: WIDTH * 0.38 }
    const place = `Receipt ${number}, page ${page - start + 1} of ${count}`
    write(doc, place, box, { ...small, color: INK, align: 'right' })
  }
}
