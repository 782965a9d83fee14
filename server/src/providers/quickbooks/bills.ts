// Reads and creates bills in QuickBooks.
// If an invoice number is too long or taken, the note has it in full.
import { hash } from 'node:crypto'
import { decimalFromCents } from '@invoice-desk/contract/values/money'
import { z } from 'zod'
import type { Client } from './client.ts'
import { is, isOneOf, parseAnswer, selectAll, selectByIds } from './query.ts'
import {
  cents,
  currency,
  linkedIds,
  linkedTxns,
  recordOf,
  refId,
  refName,
  textOrEmpty,
  versioned,
} from './wire.ts'

export type NewBill = {
  /** The call fails if a different company is connected. */
  readonly realmId: string
  readonly vendorId: string
  readonly accountId: string
  readonly invoiceNumber: string
  readonly date: string
  readonly dueDate?: string | undefined
  readonly amountCents: number
  /** Goes into the note. */
  readonly origin: string
  /** Another bill of this vendor has the number, for example because both were truncated to it. */
  readonly isNumberTaken: boolean
  /** Allow the same number as another bill for the same invoice. */
  readonly isNumberShared: boolean
}

/** QuickBooks keeps a voided bill with an amount of zero. */
export const isVoided = ({ totalCents }: Pick<Bill, 'totalCents'>): boolean => totalCents === 0

const NUMBER_LENGTH_MAX = 21
const NOTE_LENGTH_MAX = 4_000
const WHOLE_NUMBER = /^Invoice number: (.+)$/m

export const billRecord = recordOf({
  ...versioned,
  vendorId: ['VendorRef', refId],
  vendorName: ['VendorRef', refName],
  invoiceNumber: ['DocNumber', textOrEmpty],
  date: ['TxnDate', textOrEmpty],
  dueDate: ['DueDate', textOrEmpty],
  currency: ['CurrencyRef', currency],
  totalCents: ['TotalAmt', cents],
  /** Above zero while unpaid. */
  balanceCents: ['Balance', cents],
  note: ['PrivateNote', textOrEmpty],
}).transform((bill) => ({ ...bill, invoiceNumber: wholeNumberOf(bill) }))
export type Bill = Readonly<z.infer<typeof billRecord>>
const selection = { entity: 'Bill', record: billRecord } as const

/** A payment of ours, and the bills that it was applied to. */
export const billPaymentRecord = recordOf({
  ...versioned,
  vendorId: ['VendorRef', refId],
  date: ['TxnDate', textOrEmpty],
  totalCents: ['TotalAmt', cents],
  isByCard: ['PayType', z.unknown().transform((type) => type === 'CreditCard')],
  /** Such as the number of the check. */
  reference: ['DocNumber', textOrEmpty],
  bills: [
    'Line',
    z
      .array(z.object({ Amount: cents, LinkedTxn: linkedTxns }))
      .default([])
      .transform((lines) =>
        lines.flatMap(({ Amount: amountCents, LinkedTxn }) =>
          linkedIds(LinkedTxn, 'Bill').map((id) => ({ id, amountCents })),
        ),
      ),
  ],
})

export const createBills = (client: Client) => ({
  /** The bills for this invoice, and whether a voided bill or another invoice's bill has its number. */
  findByInvoiceNumber: async (vendorId: string, invoiceNumber: string) => {
    const where = [is('VendorRef', vendorId), isOneOf('DocNumber', numbersOf(invoiceNumber))]
    const found = await selectAll(client, { ...selection, where })
    const isSame = (bill: Bill) =>
      bill.invoiceNumber.toLowerCase() === invoiceNumber.toLowerCase() && !isVoided(bill)
    return { bills: found.filter(isSame), isNumberTaken: found.some((bill) => !isSame(bill)) }
  },

  listByIds: (ids: readonly string[]): Promise<Bill[]> => selectByIds(client, selection, ids),

  create: async (bill: NewBill, requestId: string): Promise<Bill> => {
    const [number, spareNumber] = numbersOf(bill.invoiceNumber)
    const answer = await client.write(
      '/bill',
      {
        VendorRef: { value: bill.vendorId },
        DocNumber: bill.isNumberTaken ? spareNumber : number,
        TxnDate: bill.date,
        ...(bill.dueDate === undefined ? {} : { DueDate: bill.dueDate }),
        PrivateNote: noteOf(bill),
        Line: [
          {
            DetailType: 'AccountBasedExpenseLineDetail',
            Amount: decimalFromCents(bill.amountCents),
            AccountBasedExpenseLineDetail: { AccountRef: { value: bill.accountId } },
          },
        ],
      },
      requestId,
      {
        realmId: bill.realmId,
        ...(bill.isNumberShared ? { query: { include: 'allowduplicatedocnum' } } : {}),
      },
    )
    return parseAnswer(z.object({ Bill: billRecord }), answer, 'outcome_unknown').Bill
  },
})

/** The number truncated for QuickBooks, and an alternative if that one is taken. */
const numbersOf = (invoiceNumber: string): readonly [string, string] => {
  const digest = hash('sha256', invoiceNumber).slice(0, 6)
  return [
    invoiceNumber.slice(0, NUMBER_LENGTH_MAX).trim(),
    `${invoiceNumber.slice(0, NUMBER_LENGTH_MAX - digest.length - 1)}~${digest}`,
  ]
}

const noteOf = ({ invoiceNumber, origin, isNumberTaken }: NewBill): string => {
  const isWhole = invoiceNumber.length <= NUMBER_LENGTH_MAX && !isNumberTaken
  const whole = isWhole ? [] : [`Invoice number: ${invoiceNumber}`]
  return [...whole, origin].join('\n').slice(0, NOTE_LENGTH_MAX)
}

/** People write notes too, so the number in a note counts only if truncating it gives the bill's own number. */
const wholeNumberOf = (bill: { note: string; invoiceNumber: string }): string => {
  const noted = WHOLE_NUMBER.exec(bill.note)?.[1] ?? ''
  return numbersOf(noted).includes(bill.invoiceNumber) ? noted : bill.invoiceNumber
}

/** Opens the bill in QuickBooks, in the company the person is signed in to. */
export const billUrl = (appUrl: string, billId: string): string =>
  `${appUrl}/app/bill?txnId=${encodeURIComponent(billId)}`
