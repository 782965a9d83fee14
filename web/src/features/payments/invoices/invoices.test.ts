// The invoices of a search: order, selection, and sums exact to the cent.
import type { PayableInvoice } from '@invoice-desk/contract/customer-invoices/customer-invoices'
import { describe, expect, it } from 'vitest'
import {
  adjustAmount,
  firstSelection,
  isAmount,
  isOverdue,
  isPartialAmount,
  linesOf,
  mergeInvoices,
  outstandingCentsIn,
  outstandingTexts,
  readAmount,
  selectionOf,
  selectionState,
  sumOfCents,
  toggleAll,
  toggleInvoice,
  totalCents,
  withChange,
} from './invoices.ts'

const invoice = (number: string, fields: Partial<PayableInvoice> = {}): PayableInvoice => ({
  id: `sealed-${number}`,
  invoiceNumber: number,
  date: '2026-10-01',
  dueDate: '2026-10-31',
  amount: 100,
  balance: 100,
  currency: 'USD',
  payments: [],
  ...fields,
})

const found = (matched: PayableInvoice, ...related: PayableInvoice[]) => ({
  matchedInvoice: matched,
  relatedInvoices: related,
  customer: { name: 'Brightwater Books' },
})

const OPEN = invoice('1005', { date: '2026-10-05', balance: 70.1 })
const OLDER = invoice('1004', { date: '2026-09-01', balance: 0.2 })
const EUROS = invoice('1007', { date: '2026-10-08', balance: 200, currency: 'EUR' })
const PAID = invoice('1006', { date: '2026-10-05', balance: 0 })

describe('the list', () => {
  it('has the matched invoice and the related ones once each, oldest first', () => {
    const numbers = mergeInvoices(found(OPEN, PAID, OLDER, OPEN)).map((each) => each.invoiceNumber)
    expect(numbers).toEqual(['1004', '1005', '1006'])
  })

  it('adds up what is outstanding and what was paid without rounding errors', () => {
    const credit = invoice('1', { balance: -5 })
    expect(outstandingCentsIn(found(OPEN, OLDER, PAID, credit))).toBe(7030)
    expect(outstandingCentsIn(found(OPEN, EUROS))).toBe(7010)
    expect(sumOfCents([{ amount: 0.1 }, { amount: 0.2 }])).toBe(30)
  })

  it('adds up what is outstanding per currency', () => {
    expect(outstandingTexts([OPEN, EUROS, OLDER])).toEqual(['$70.30', '€200.00'])
    expect(outstandingTexts([EUROS, PAID])).toEqual(['€200.00'])
    expect(outstandingTexts([PAID])).toEqual(['$0.00'])
  })

  it('marks only unpaid invoices as overdue', () => {
    expect(isOverdue(OPEN, '2026-11-01')).toBe(true)
    expect(isOverdue(OPEN, '2026-10-31')).toBe(false)
    expect(isOverdue(PAID, '2026-11-01')).toBe(false)
    expect(isOverdue(EUROS, '2026-11-01')).toBe(true)
    expect(isOverdue({ ...OPEN, dueDate: '' }, '2026-11-01')).toBe(false)
  })
})

describe('the selection', () => {
  it('starts with the full balance of the matched invoice, if there is one', () => {
    expect(firstSelection(found(OPEN, OLDER))).toEqual(new Map([[OPEN.id, 7010]]))
    expect(firstSelection(found(PAID, OLDER)).size).toBe(0)
    const numbers = [OLDER.invoiceNumber, PAID.invoiceNumber]
    expect(firstSelection(found(OPEN, OLDER, PAID), numbers)).toEqual(new Map([[OLDER.id, 20]]))
  })

  it('adds an invoice with its full balance and removes it again', () => {
    const taken = toggleInvoice(new Map(), OLDER)
    expect(taken).toEqual(new Map([[OLDER.id, 20]]))
    expect(toggleInvoice(taken, OLDER).size).toBe(0)
  })

  it('never includes an invoice with no balance', () => {
    expect(toggleInvoice(new Map(), PAID).size).toBe(0)
    expect(toggleInvoice(new Map(), invoice('1', { balance: -5 })).size).toBe(0)
  })

  it('never includes an invoice in another currency', () => {
    expect(firstSelection(found(EUROS, OPEN)).size).toBe(0)
    expect(toggleAll(new Map(), [EUROS]).size).toBe(0)
    const every = toggleAll(new Map(), [OPEN, EUROS])
    expect(every).toEqual(new Map([[OPEN.id, 7010]]))
    expect(selectionState(every, [OPEN, EUROS])).toBe('all')
  })

  it('selects all with their full balance, or none', () => {
    const all = [OLDER, OPEN, PAID]
    const some = new Map([[OPEN.id, 1250]])
    expect(selectionState(new Map(), all)).toBe('none')
    expect(selectionState(some, all)).toBe('some')
    const every = toggleAll(some, all)
    expect(every).toEqual(
      new Map([
        [OLDER.id, 20],
        [OPEN.id, 7010],
      ]),
    )
    expect(selectionState(every, all)).toBe('all')
    expect(toggleAll(every, all).size).toBe(0)
  })

  it('shows what a pending payment pays after a new search with new ids', () => {
    const lines = [{ id: 'of the search before', amount: 12.5, number: OPEN.invoiceNumber }]
    expect(selectionOf(lines, [OLDER, OPEN])).toEqual(new Map([[OPEN.id, 1250]]))
    expect(selectionOf(lines, [OLDER]).size).toBe(0)
  })
})

describe('an amount', () => {
  it.each([
    ['12.34', 1234],
    ['$ 12.34 ', 1234],
    ['70.1', 7010],
    ['70.11', 7010],
    ['1,250.50', 7010],
    ['-1', 0],
    ['', 0],
    ['abc', 0],
    ['0.29', 29],
    ['7.', 700],
    ['.1', 10],
  ])('%s stays between 0 and the balance', (text, cents) => {
    expect(readAmount(text, OPEN.balance).cents).toBe(cents)
  })

  it.each(['1,50', '1.250,50', '12,5', '1.234', 'abc'])('%s is rejected, not misread', (text) => {
    expect(readAmount(text, 9_999)).toEqual({ text, cents: 0 })
    expect(isAmount(text)).toBe(false)
  })

  it('stays as typed unless it is out of range', () => {
    const typed = (text: string) => readAmount(text, 1_500).text
    expect(['7.', '', '1,', '1,25', '1,250.5'].map(typed)).toEqual([
      '7.',
      '',
      '1,',
      '1,25',
      '1,250.5',
    ])
    expect(typed('2,000')).toBe('1500.00')
    expect(typed('-3')).toBe('0.00')
    expect(isAmount('') && isAmount('1,250.5')).toBe(true)
  })

  it('is recognized when only partly typed', () => {
    for (const part of ['1,', '1,2', '$1,25', '$', '.']) expect(isPartialAmount(part)).toBe(true)
    for (const text of ['', '1', '1,250', '1,2505', '1.234', '-', 'abc']) {
      expect(isPartialAmount(text)).toBe(false)
    }
  })

  it('adds up to the cent, and lines leave out zero amounts', () => {
    const selection = new Map([
      [OPEN.id, 10],
      [OLDER.id, 20],
      [PAID.id, 0],
    ])
    expect(totalCents(selection)).toBe(30)
    expect(linesOf(selection, [OLDER, OPEN, PAID])).toEqual([
      { id: OLDER.id, amount: 0.2, number: '1004' },
      { id: OPEN.id, amount: 0.1, number: '1005' },
    ])
  })
})

describe('a balance that changed', () => {
  const changeOf = ({ id: oldId }: PayableInvoice, balance: number) => ({
    oldId,
    id: 'new',
    balance,
  })

  it('is corrected for the matched invoice and for a related one', () => {
    const before = found(OPEN, OLDER)
    expect(outstandingCentsIn(withChange(before, changeOf(OPEN, 50)))).toBe(5020)
    expect(outstandingCentsIn(withChange(before, changeOf(OLDER, 10)))).toBe(8010)
  })

  it('comes with a new id, and maybe a new total', () => {
    const total = { ...changeOf(OPEN, 90), amount: 95 }
    expect(withChange(found(OPEN), total).matchedInvoice).toEqual({
      ...OPEN,
      id: 'new',
      balance: 90,
      amount: 95,
    })
    expect(withChange(found(OPEN), changeOf(OPEN, OPEN.balance)).matchedInvoice).toBe(OPEN)
  })

  it('keeps a payment in full full, and any other at most the new balance', () => {
    const change = (cents: number, newBalance: number) => [
      ...adjustAmount(new Map([[OPEN.id, cents]]), [OPEN], changeOf(OPEN, newBalance)),
    ]
    expect(change(7010, 50)).toEqual([['new', 5000]])
    expect(change(7010, 90)).toEqual([['new', 9000]])
    expect(change(6000, 50)).toEqual([['new', 5000]])
    expect(change(2000, 90)).toEqual([['new', 2000]])
    expect(change(2000, OPEN.balance)).toEqual([[OPEN.id, 2000]])
    expect(change(2000, 0)).toEqual([])
    expect(adjustAmount(new Map(), [OPEN], changeOf(OPEN, 50)).size).toBe(0)
  })
})
