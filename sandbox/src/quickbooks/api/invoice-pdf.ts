// Renders an invoice as PDF, as QuickBooks prints it: the company, who it's for, the lines, the totals and the balance.
import type { Books, Company } from '../records/books.ts'
import type { EntityOf, Line } from '../records/entities.ts'
import { amountText, cents, fromCents } from '../records/money.ts'

type Invoice = EntityOf['Invoice']
type Doc = PDFKit.PDFDocument

const PAGE = { left: 54, right: 558, bottom: 720 }
const COLUMNS = [
  { title: 'DESCRIPTION', x: 54, width: 270, align: 'left' },
  { title: 'QTY', x: 330, width: 60, align: 'right' },
  { title: 'RATE', x: 396, width: 72, align: 'right' },
  { title: 'AMOUNT', x: 474, width: 84, align: 'right' },
] as const

export const renderInvoice = async (books: Books, invoice: Invoice): Promise<Buffer> => {
  // Loaded on the first PDF, so it doesn't slow down the start.
  const { default: PdfDocument } = await import('pdfkit')
  const title = `Invoice ${invoice.DocNumber}`
  const doc = new PdfDocument({ size: 'LETTER', margin: 36, info: { Title: title } })
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  const top = drawLines(doc, invoice, drawHead(doc, books.company, invoice))
  drawTotals(doc, invoice, creditsOf(books, invoice), top)
  doc.end()
  return done
}

const write = (doc: Doc, text: string, x: number, y: number, width: number, isBold = false) => {
  doc.font(isBold ? 'Helvetica-Bold' : 'Helvetica').text(text, x, y, { width })
  return doc.y + 3
}

/** `11/03/2026`. */
const dateText = (date: string): string => date.replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1')

const drawHead = (doc: Doc, company: Company, invoice: Invoice): number => {
  doc.fontSize(16)
  write(doc, company.name, PAGE.left, 54, 300, true)
  write(doc, 'INVOICE', 430, 54, 128, true)
  doc.fontSize(10)
  let y = write(doc, 'BILL TO', PAGE.left, 110, 250, true)
  const { Line1, City, CountrySubDivisionCode, PostalCode } = invoice.BillAddr ?? {}
  const region = [CountrySubDivisionCode, PostalCode].filter(Boolean).join(' ')
  for (const line of [invoice.CustomerRef.name, Line1, [City, region].filter(Boolean).join(', ')])
    if (line) y = write(doc, line, PAGE.left, y, 250)
  const facts = [
    ['INVOICE', invoice.DocNumber ?? ''],
    ['DATE', dateText(invoice.TxnDate)],
    ['DUE DATE', dateText(invoice.DueDate)],
  ] as const
  for (const [index, [label, value]] of facts.entries()) {
    write(doc, label, 380, 110 + index * 16, 80, true)
    write(doc, value, 470, 110 + index * 16, 88)
  }
  return Math.max(y, 170) + 20
}

const drawRow = (doc: Doc, cells: readonly string[], y: number, isBold = false): number => {
  doc.font(isBold ? 'Helvetica-Bold' : 'Helvetica')
  let end = y
  for (const [index, { x, width, align }] of COLUMNS.entries()) {
    doc.text(cells[index] ?? '', x, y, { width, align })
    end = Math.max(end, doc.y)
  }
  return end + 6
}

const drawLines = (doc: Doc, invoice: Invoice, top: number): number => {
  const titles = COLUMNS.map(({ title }) => title)
  let y = drawRow(doc, titles, top, true)
  for (const line of printedLines(invoice.Line)) {
    if (y > PAGE.bottom) y = drawRow(doc.addPage(), titles, 54, true)
    y = drawRow(doc, cellsOf(line), y)
  }
  return y + 10
}

/** Discount and shipping are among the totals. */
const printedLines = (lines: readonly Line[]): Line[] =>
  lines
    .filter((line) => !isExtra(line) && line.DetailType !== 'SubTotalLineDetail')
    .flatMap((line) => [line, ...(line.GroupLineDetail?.Line ?? [])])

const isShipping = ({ SalesItemLineDetail }: Line): boolean =>
  SalesItemLineDetail?.ItemRef?.value === 'SHIPPING_ITEM_ID'
const isExtra = (line: Line): boolean =>
  line.DetailType === 'DiscountLineDetail' || isShipping(line)

const decimals = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 7,
})

const cellsOf = (line: Line): string[] => {
  const {
    Qty = line.GroupLineDetail?.Quantity,
    UnitPrice,
    ItemRef,
  } = line.SalesItemLineDetail ?? {}
  return [
    line.Description ?? ItemRef?.name ?? '',
    Qty === undefined ? '' : String(Qty),
    UnitPrice === undefined ? '' : decimals.format(UnitPrice),
    line.Amount === undefined ? '' : decimals.format(line.Amount),
  ]
}

/** What credit memos paid, in cents: they are applied by payments of zero. */
const creditsOf = (books: Books, { Id, LinkedTxn = [] }: Invoice): number =>
  LinkedTxn.map(({ TxnId }) => books.find('Payment', TxnId))
    .filter((payment) => payment?.TotalAmt === 0)
    .flatMap((payment) => payment?.Line ?? [])
    .filter((line) => line.LinkedTxn?.some((to) => to.TxnType === 'Invoice' && to.TxnId === Id))
    .reduce((sum, line) => sum + cents(line.Amount), 0)

const drawTotals = (doc: Doc, invoice: Invoice, creditCents: number, top: number): void => {
  const sum = (lines: readonly Line[]) =>
    fromCents(lines.reduce((total, line) => total + cents(line.Amount), 0))
  const { Line: lines, TotalAmt, Balance, Deposit = 0, TxnTaxDetail } = invoice
  const discounts = lines.filter(({ DetailType }) => DetailType === 'DiscountLineDetail')
  const percent = discounts[0]?.DiscountLineDetail?.DiscountPercent
  const paidCents = cents(TotalAmt) - cents(Deposit) - cents(Balance) - creditCents
  const rows: readonly (readonly [label: string, amount: number])[] = [
    ['SUBTOTAL', sum(lines.filter(({ DetailType }) => DetailType === 'SubTotalLineDetail'))],
    [percent ? `DISCOUNT ${percent}%` : 'DISCOUNT', -sum(discounts)],
    ['SHIPPING', sum(lines.filter(isShipping))],
    ['TAX', TxnTaxDetail?.TotalTax ?? 0],
    ['TOTAL', TotalAmt],
    ['DEPOSIT', -Deposit],
    ['CREDIT', fromCents(-creditCents)],
    ['PAYMENT', fromCents(-paidCents)],
    ['BALANCE DUE', Balance],
  ]
  let y = top
  if (y + rows.length * 18 > PAGE.bottom) y = doc.addPage() && 54
  for (const [label, amount] of rows) {
    if (amount === 0 && label !== 'BALANCE DUE') continue
    write(doc, label, 340, y, 120, label === 'BALANCE DUE')
    y = drawRow(doc, ['', '', '', amountText(amount, invoice)], y, label === 'BALANCE DUE')
  }
  if (invoice.CustomerMemo?.value) write(doc, invoice.CustomerMemo.value, PAGE.left, top, 260)
}
