// Draws receipts as PDFs: the amount in large figures, then who paid, then each invoice, on as many pages as needed.
import { formatUsd } from '@invoice-desk/contract/values/money'
import type { Logo } from '../../../brand/logo.ts'
import { drawFooters } from '../../../pdf/footer.ts'
import { drawLogo } from '../../../pdf/logo.ts'
import { type Doc, MUTED, PAGE, rule, WIDTH, widthOf, write } from '../../../pdf/page.ts'
import { renderPdf } from '../../../pdf/render.ts'
import type { Config } from '../../../settings/config.ts'
import type { Attempt, Line } from '../queries.ts'
import { type ReceiptFacts, remainingCentsOf } from './receipt-facts.ts'
import { drawInvoices } from './receipt-table.ts'

export type Receipt = ReceiptFacts & {
  readonly config: Config
  readonly logo: Logo | undefined
  readonly attempt: Attempt
  readonly lines: readonly Line[]
}

export const renderReceipt = (receipt: Receipt): Promise<Buffer> => {
  const { number, config, paidAt } = receipt
  const info = { title: `Receipt ${number}`, author: config.businessName, createdAt: paidAt }
  return renderPdf(info, async (doc) => {
    const afterAmount = drawAmount(doc, receipt, drawHead(doc, receipt))
    await drawInvoices(doc, receipt, drawFacts(doc, receipt, afterAmount))
    const thanks = `Thank you for your payment. Questions? ${config.contactEmail}`
    drawFooters(doc, thanks, `Receipt ${number}`)
  })
}

const drawHead = (doc: Doc, { config, logo, number }: Receipt): number => {
  const start = drawLogo(doc, logo, config.businessColor)
  const left = { ...start, width: PAGE.margin + WIDTH * 0.6 - start.x }
  const right = { x: PAGE.margin + WIDTH * 0.62, y: PAGE.margin, width: WIDTH * 0.38 }
  const afterName = write(doc, config.businessName, left, { size: 13, bold: true })
  let afterSender = afterName + 1
  for (const line of [...config.businessAddress, config.contactEmail]) {
    afterSender = write(doc, line, { ...left, y: afterSender }, { size: 9.5, color: MUTED })
  }
  const title = { size: 13, bold: true, align: 'right' } as const
  const numbered = { ...right, y: write(doc, 'Receipt', right, title) + 1 }
  const small = { size: 9.5, color: MUTED, align: 'right' } as const
  const afterNumber = write(doc, `No. ${number}`, numbered, small)
  const y = Math.max(afterSender, afterNumber) + 18
  rule(doc, y)
  return y + 28
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

/** The address is from the first invoice. Who paid only a part of that may not know it. It often starts with the name above it. */
const payerLines = ({ attempt, lines: [first] }: Receipt): string[] => {
  const { companyName, payerName, email } = attempt
  const isKnown = first !== undefined && remainingCentsOf(first) === 0
  const customerAddress = isKnown ? attempt.customerAddress : []
  const names = [companyName, payerName].map((name) => name.toLowerCase())
  const address = customerAddress.filter((line) => !names.includes(line.toLowerCase()))
  return [companyName, payerName, email, ...address]
}

const drawFacts = (doc: Doc, receipt: Receipt, top: number): number => {
  const { attempt, date, paidWith } = receipt
  const left = { x: PAGE.margin, width: WIDTH * 0.46 }
  const right = { x: PAGE.margin + WIDTH / 2, width: WIDTH / 2 }
  let leftY = write(doc, 'Received from', { ...left, y: top }, { color: MUTED }) + 4
  for (const [index, line] of payerLines(receipt).entries()) {
    leftY = write(doc, line, { ...left, y: leftY }, { bold: index === 0 }) + 2
  }
  let rightY = top
  const facts = [
    ['Date', date],
    ['Paid with', paidWith],
    ['Reference', attempt.reference ?? ''],
  ] as const
  for (const [label, value] of facts) {
    write(doc, label, { ...right, y: rightY, width: LABEL_WIDTH }, { color: MUTED })
    const box = { x: right.x + LABEL_WIDTH, y: rightY, width: right.width - LABEL_WIDTH }
    rightY = write(doc, value, box, { align: 'right' }) + 6
  }
  return Math.max(leftY, rightY) + 28
}
