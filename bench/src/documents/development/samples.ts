// The development invoices, which the reader's rules were written with: every language in every layout.
import { addDays, drawInvoice, type Expected, type Pen, randomFrom, type Sample } from '../pen.ts'
import { WORDS, type Words } from './words.ts'

type Facts = {
  readonly number: string
  readonly customer: string
  readonly order: string
  readonly date: string
  readonly dueDate: string
  readonly terms: number
  readonly prices: readonly number[]
  readonly subtotal: number
  readonly tax: number
  readonly total: number
}

const VENDOR = 'Blue Heron Services'

const factsOf = (seed: number): Facts => {
  const random = randomFrom(seed)
  const below = (max: number) => Math.floor(random() * max)
  const date = addDays('2026-01-03', below(340))
  const terms = [10, 14, 30, 60][below(4)] ?? 30
  const prices = Array.from({ length: 2 + below(4) }, () => 1_250 + below(480_000))
  const subtotal = prices.reduce((sum, price) => sum + price, 0)
  const tax = Math.round(subtotal * 0.19)
  const number = [
    `INV-${1_000 + below(9_000)}`,
    `${2026}${100 + below(800)}`,
    `R${below(90) + 10}/26`,
  ]
  return {
    number: number[below(3)] ?? '',
    customer: String(10_000 + below(80_000)),
    order: `PO-${1_000 + below(9_000)}`,
    ...{ date, terms, dueDate: addDays(date, terms) },
    ...{ prices, subtotal, tax, total: subtotal + tax },
  }
}

type Layout = (pen: Pen, words: Words, facts: Facts) => void

const head: Layout = (pen, words) => {
  pen.at(50, 40, VENDOR, { size: 14, bold: true }).at(50, 58, '5 Marsh Lane, 21000 Dover')
  pen.at(50, 72, '+1 302 555 0147 · VAT ID XY123456789', { size: 8 })
  pen.stack(50, 110, [words.billTo, 'Kestrel Trading Ltd', '77 Hill Road'])
}

const rowsOf = (words: Words, facts: Facts) =>
  [
    [words.customer, facts.customer],
    [words.number, facts.number],
    [words.date, words.day(facts.date)],
    [words.order, facts.order],
    [words.due, words.day(facts.dueDate)],
  ] as const

const prices: Layout = (pen, { money }, facts) =>
  facts.prices.forEach((price, index) => {
    pen.at(50, 280 + index * 15, `Service ${index + 1}`).to(560, 280 + index * 15, money(price))
  })

const totals: Layout = (pen, words, facts) => {
  const y = 290 + facts.prices.length * 15
  const rows = [
    [words.subtotal, facts.subtotal],
    [words.tax, facts.tax],
    [words.total, facts.total],
  ] as const
  rows.forEach(([label, cents], index) => {
    pen.at(380, y + index * 16, label).to(560, y + index * 16, words.money(cents))
  })
}

const LAYOUTS: Readonly<Record<string, Layout>> = {
  'labels on the left': (pen, words, facts) => {
    head(pen, words, facts)
    rowsOf(words, facts).forEach(([label, value], index) => {
      pen.at(340, 110 + index * 15, label).at(460, 110 + index * 15, value)
    })
    prices(pen, words, facts)
    totals(pen, words, facts)
  },
  'labels above': (pen, words, facts) => {
    head(pen, words, facts)
    rowsOf(words, facts).forEach(([label, value], index) => {
      pen.at(50 + index * 105, 190, label, { size: 8 }).at(50 + index * 105, 203, value)
    })
    prices(pen, words, facts)
    totals(pen, words, facts)
  },
  'one text per line': (pen, words, facts) => {
    head(pen, words, facts)
    pen.stack(
      340,
      110,
      rowsOf(words, facts).map(([label, value]) => `${label}: ${value}`),
    )
    prices(pen, words, facts)
    const y = 300 + facts.prices.length * 15
    pen.stack(340, y, [
      `${words.subtotal}: ${words.money(facts.subtotal)}`,
      `${words.tax}: ${words.money(facts.tax)}`,
      `${words.total}: ${words.money(facts.total)}`,
    ])
  },
  'aligned on the right': (pen, words, facts) => {
    head(pen, words, facts)
    rowsOf(words, facts).forEach(([label, value], index) => {
      pen.to(470, 110 + index * 15, `${label}:`).to(560, 110 + index * 15, value)
    })
    prices(pen, words, facts)
    totals(pen, words, facts)
  },
  'terms instead of a due date': (pen, words, facts) => {
    head(pen, words, facts)
    rowsOf(words, facts)
      .slice(0, 4)
      .forEach(([label, value], index) => {
        pen.at(340, 110 + index * 15, label).at(460, 110 + index * 15, value)
      })
    prices(pen, words, facts)
    totals(pen, words, facts)
    pen.at(50, 700, words.terms(facts.terms))
  },
  'title with the number': (pen, words, facts) => {
    head(pen, words, facts)
    pen.at(50, 180, `${words.title} ${facts.number}`, { size: 16 })
    pen.at(50, 205, `${words.date}: ${words.day(facts.date)}`)
    pen.at(300, 205, `${words.due}: ${words.day(facts.dueDate)}`)
    prices(pen, words, facts)
    totals(pen, words, facts)
  },
}

export const developmentSamples = (): Sample[] =>
  Object.entries(WORDS).flatMap(([language, words], row) =>
    Object.entries(LAYOUTS).map(([layout, draw], column) => {
      const facts = factsOf(row * 100 + column)
      const expected: Expected = {
        invoiceNumber: facts.number,
        amountCents: facts.total,
        currency: words.currency,
        date: facts.date,
        dueDate: facts.dueDate,
        vendor: VENDOR,
      }
      const name = `${language}, ${layout}`
      return { name, expected, draw: () => drawInvoice((pen) => draw(pen, words, facts)) }
    }),
  )
