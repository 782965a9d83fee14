// The statement of a customer who found an invoice: what's open and what was paid recently, as PDF and CSV.
import type { Readable } from 'node:stream'
import { STATEMENT_PAID_DAYS } from '@invoice-desk/contract/customer-invoices/invoice-details'
import { addDays, businessDay } from '@invoice-desk/contract/values/business-day'
import { centsToText } from '@invoice-desk/contract/values/money'
import type { Dependencies } from '../../../dependencies.ts'
import { busyError, refuseVisitor } from '../../../http/quickbooks-refusals.ts'
import { createTurns } from '../../../lib/concurrency-limit.ts'
import { csvStream } from '../../../lib/csv.ts'
import { findPrintableLogo } from '../../../pdf/logo.ts'
import { createNamedReads } from '../named-reads.ts'
import type { Credit } from '../queries.ts'
import { agingOf, bucketLabelOf, daysPastDue, type StatementInvoice } from './aging.ts'
import { createLiveStatement } from './live-statement.ts'
import { type CustomerInvoices, INVOICES_MAX, readCustomerInvoices } from './queries.ts'
import { renderStatement } from './statement-page.ts'

type StatementFile<T> = { readonly name: string; readonly content: T }

const HEADER = [
  'Invoice',
  'Date',
  'Due date',
  'Currency',
  'Amount',
  'Paid or credited',
  'Balance',
  'Days past due',
  'Aging',
  'As of',
]

export const createStatement = (dependencies: Dependencies) => {
  const { config, database } = dependencies
  const readNamed = createNamedReads(dependencies)
  const readLive = createLiveStatement(dependencies)
  // Drawing takes time and memory that other requests need.
  const takeTurn = createTurns({
    runningMax: 1,
    waitingMax: 10,
    busy: () => busyError('invoice_details_failed'),
  })

  const read = async (sealedId: string) => {
    const today = businessDay(Date.now(), config.businessTimeZone)
    const since = addDays(today, -STATEMENT_PAID_DAYS)
    const { value, asOf, isUncertain } = await readNamed<CustomerInvoices>(
      sealedId,
      (ref) => readCustomerInvoices(database.db, ref, since),
      (ref) => readLive(ref, since),
    )
    return { name: `statement-${today}`, today, value, asOf, isUncertain }
  }

  /** Without what isn't printed, because it may wait for its turn. */
  const readForPdf = async (sealedId: string) => {
    const { name, today, value, asOf, isUncertain } = await read(sealedId)
    return {
      name,
      today,
      customer: value.customerName ?? value.invoice.customerName,
      billTo: value.billTo,
      aging: agingOf(value.owed, today),
      unapplied: value.unapplied,
      ...printedOf(value),
      asOf: isUncertain ? asOf : undefined,
      config,
      logo: findPrintableLogo(config),
    }
  }

  const openPdf = async (sealedId: string): Promise<StatementFile<Buffer>> => {
    const statement = await readForPdf(sealedId)
    const endTurn = await takeTurn()
    try {
      return { name: `${statement.name}.pdf`, content: await renderStatement(statement) }
    } finally {
      endTurn()
    }
  }

  const openCsv = async (sealedId: string): Promise<StatementFile<Readable>> => {
    const { name, today, value, asOf = new Date() } = await read(sealedId)
    const invoices = [...value.invoices].sort(byDate).map((invoice) => csvCells(invoice, today))
    const credits = value.unapplied.map(creditCells)
    const rows = [...invoices, ...credits].map((cells) => [...cells, asOf.toISOString()])
    const isCut = value.openCount > INVOICES_MAX
    const notes = isCut ? [[`Only the ${OLDEST} open invoices are listed.`]] : []
    return { name, content: csvStream(HEADER, [rows, notes], (cells) => cells) }
  }

  const refuse = refuseVisitor('invoice_details_failed')
  return {
    openPdf: (sealedId: string) => openPdf(sealedId).catch(refuse),
    openCsv: (sealedId: string) => openCsv(sealedId).catch(refuse),
  }
}

const BY_NUMBER = new Intl.Collator('en', { numeric: true })
const byDate = (a: StatementInvoice, b: StatementInvoice): number =>
  Number(a.date > b.date) - Number(a.date < b.date) || BY_NUMBER.compare(a.number, b.number)

const PRINTED_MAX = 500
const OLDEST = `${INVOICES_MAX.toLocaleString('en-US')} oldest`

/** The invoices in the PDF: the oldest open ones, then the newest paid ones. */
const printedOf = ({ invoices, openCount }: CustomerInvoices) => {
  const sorted = [...invoices].sort(byDate)
  const open = sorted.filter(({ balanceCents }) => balanceCents > 0)
  const paid = sorted.filter(({ balanceCents }) => balanceCents <= 0)
  const printed = [...open, ...paid.reverse()].slice(0, PRINTED_MAX)
  return {
    invoices: printed.sort(byDate),
    omission: invoices.length > PRINTED_MAX ? omissionOf(openCount) : '',
  }
}

const omissionOf = (openCount: number): string => {
  if (openCount <= PRINTED_MAX) return 'Only the newest of the paid invoices are listed.'
  const csv = `The CSV file has ${openCount > INVOICES_MAX ? `the ${OLDEST}` : 'all of them'}.`
  return `Only the ${PRINTED_MAX} oldest open invoices are listed. The totals include all of them. ${csv}`
}

/** A negative balance, so the column adds up to what is due. */
const creditCells = ({ currency, cents }: Credit): string[] => {
  const empty = ['', '']
  return ['Unapplied credit', ...empty, currency, ...empty, centsToText(-cents), ...empty]
}

const csvCells = (invoice: StatementInvoice, today: string): string[] => {
  const { number, date, dueDate, currency, totalCents, balanceCents } = invoice
  const days = balanceCents > 0 ? Math.max(0, daysPastDue(invoice, today)) : 0
  return [
    number,
    date,
    dueDate,
    currency,
    centsToText(totalCents),
    centsToText(totalCents - balanceCents),
    centsToText(balanceCents),
    String(days),
    bucketLabelOf(invoice, today),
  ]
}
