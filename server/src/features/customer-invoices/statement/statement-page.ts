// Draws a statement as PDF: whose it is, how long what they owe is past due, and each invoice, on as many pages as needed.
import { formatDate } from '@invoice-desk/contract/values/dates'
import { formatMoney, HOME_CURRENCY } from '@invoice-desk/contract/values/money'
import type { Logo } from '../../../brand/logo.ts'
import { drawFooters } from '../../../pdf/footer.ts'
import { drawLogo } from '../../../pdf/logo.ts'
import { type Doc, MUTED, PAGE, rule, WIDTH, write } from '../../../pdf/page.ts'
import { renderPdf } from '../../../pdf/render.ts'
import type { Config } from '../../../settings/config.ts'
import type { Credit } from '../queries.ts'
import { type Aging, type StatementInvoice, totalsDue } from './aging.ts'
import { drawAging, drawInvoices } from './statement-table.ts'

type Statement = {
  readonly config: Config
  readonly logo: Logo | undefined
  readonly today: string
  readonly customer: string
  readonly billTo: readonly string[]
  readonly aging: readonly Aging[]
  readonly unapplied: readonly Credit[]
  /** Oldest first. */
  readonly invoices: readonly StatementInvoice[]
  /** What a long statement leaves out. */
  readonly omission: string
  /** The time of the amounts, if they may be out of date. */
  readonly asOf: Date | undefined
}

export const renderStatement = (statement: Statement): Promise<Buffer> => {
  const { config, today, customer, aging, unapplied, invoices } = statement
  const date = formatDate(today)
  const info = {
    title: `Statement for ${customer}, ${date}`,
    author: config.businessName,
    createdAt: new Date(today),
  }
  return renderPdf(info, async (doc) => {
    const afterFacts = drawFacts(doc, statement, drawHead(doc, config, statement.logo, date))
    const afterAging = await drawAging(doc, aging, afterFacts)
    await drawInvoices(doc, { invoices, unapplied }, today, afterAging)
    drawFooters(doc, `Questions? ${config.contactEmail}`, `Statement ${date}`)
  })
}

const SMALL = { size: 9.5, color: MUTED } as const

const drawHead = (doc: Doc, config: Config, logo: Logo | undefined, date: string): number => {
  const { businessName, businessAddress, contactEmail, businessColor } = config
  const start = drawLogo(doc, logo, businessColor)
  const left = { ...start, width: PAGE.margin + WIDTH * 0.6 - start.x }
  const right = { x: PAGE.margin + WIDTH * 0.62, y: PAGE.margin, width: WIDTH * 0.38 }
  let y = write(doc, businessName, left, { size: 13, bold: true }) + 1
  for (const line of [...businessAddress, contactEmail]) y = write(doc, line, { ...left, y }, SMALL)
  const title = { size: 13, bold: true, align: 'right' } as const
  const dated = { ...right, y: write(doc, 'Statement', right, title) + 1 }
  const end = Math.max(y, write(doc, date, dated, { ...SMALL, align: 'right' })) + 18
  rule(doc, end)
  return end + 24
}

/** So the facts of any customer fit on the first page. */
const BILL_TO_LINES_MAX = 6
const LETTERS_MAX = 80

const shortened = (line: string): string => {
  const letters = [...line]
  return letters.length > LETTERS_MAX ? `${letters.slice(0, LETTERS_MAX - 1).join('')}…` : line
}

const drawFacts = (doc: Doc, statement: Statement, top: number): number => {
  const { customer, billTo, aging, unapplied } = statement
  const left = { x: PAGE.margin, width: WIDTH * 0.46 }
  const right = { x: PAGE.margin + WIDTH / 2, width: WIDTH / 2 }
  let leftY = write(doc, 'Statement for', { ...left, y: top }, { color: MUTED }) + 4
  for (const [index, line] of [customer, ...billTo.slice(0, BILL_TO_LINES_MAX)].entries()) {
    leftY = write(doc, shortened(line), { ...left, y: leftY }, { bold: index === 0 }) + 2
  }
  const alignRight = { align: 'right' } as const
  const label = { ...alignRight, color: MUTED }
  let rightY = write(doc, 'Total due', { ...right, y: top }, label) + 2
  for (const { currency, cents } of totalsDue(aging, unapplied)) {
    const amount = formatMoney(cents, currency)
    rightY = write(doc, amount, { ...right, y: rightY }, { ...alignRight, size: 20, bold: true })
  }
  for (const { currency, cents } of unapplied) {
    const text = `After ${formatMoney(cents, currency)} in unapplied credit`
    rightY = write(doc, text, { ...right, y: rightY + 2 }, { ...SMALL, ...alignRight })
  }
  return drawNotes(doc, statement, Math.max(leftY, rightY) + 14)
}

const drawNotes = (doc: Doc, { config, asOf, aging, omission }: Statement, top: number): number => {
  const { publicUrl, contactEmail, businessTimeZone: timeZone } = config
  const format = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  })
  const open = aging.filter(({ totalCents }) => totalCents > 0)
  const [online, elsewhere] = [true, false].map((isHome) =>
    open.some(({ currency }) => (currency === HOME_CURRENCY) === isHome),
  )
  const howToPay = `Pay online at ${publicUrl}/pay-invoice with the number and date of any invoice below.`
  const notes = [
    ...(online && config.paymentMethods.length > 0 ? [howToPay] : []),
    ...(elsewhere
      ? [`Please pay other currencies by bank transfer. Contact ${contactEmail}.`]
      : []),
    ...(asOf ? [`Amounts as of ${format.format(asOf)}. Later payments may be missing.`] : []),
    ...(omission ? [omission] : []),
  ]
  let y = top
  for (const note of notes) {
    y = write(doc, note, { x: PAGE.margin, y, width: WIDTH }, { size: 9.5 }) + 3
  }
  return y + 16
}
