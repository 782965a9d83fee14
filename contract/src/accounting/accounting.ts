// Endpoints for QuickBooks bills and webhooks.
import { z } from 'zod'
import type { Endpoint } from '../http/endpoint.ts'
import { looseNumber, looseText, optionalText } from '../http/lenient-response.ts'
import { taskId } from '../values/ids.ts'
import { INVOICE_NUMBER_LENGTH_MAX, QBO_NAME_LENGTH_MAX } from '../values/limits.ts'
import {
  centsFromDecimal,
  centsOf,
  formatMoney,
  formatUsd,
  HOME_CURRENCY,
} from '../values/money.ts'
import { calendarDate, line } from '../values/text.ts'

/** Dollars: above zero, at most two decimals. */
const amount = z
  .number()
  .refine(
    (value) => (centsFromDecimal(value) ?? 0) > 0,
    'The amount must be more than 0, with at most two decimals.',
  )

export const accountingBill = z.object({
  id: looseText,
  invoiceNumber: looseText,
  amount: looseNumber,
  currency: z.string().length(3).catch(HOME_CURRENCY),
  date: looseText,
  dueDate: looseText,
  /** `Unpaid` or any other status. */
  status: looseText,
})
export type AccountingBill = z.infer<typeof accountingBill>

export const findQboBill = {
  method: 'GET',
  path: '/api/qbo/bill',
  summary: "The vendor's bills in QuickBooks with this invoice number",
  access: 'tool:approve_invoice',
  query: z.object({
    vendorName: line(QBO_NAME_LENGTH_MAX),
    invoiceNumber: line(INVOICE_NUMBER_LENGTH_MAX),
  }),
  response: z.object({
    exists: z.boolean(),
    bills: z.array(accountingBill).catch([]),
    /** Why there's none, if known. */
    reason: optionalText,
    /** The time of the data. Missing if QuickBooks has just been asked. */
    asOf: z.iso.datetime().optional().catch(undefined),
  }),
  errors: ['qbo_bill_check_failed', 'qbo_not_connected', 'qbo_connection_invalid'],
} as const satisfies Endpoint

/** Additional fields of `qbo_bill_differs`. */
export const similarBills = z.object({ bills: z.array(accountingBill) })

type SimilarBills = readonly Pick<AccountingBill, 'invoiceNumber' | 'amount' | 'currency'>[]

export const similarBillsText = (bills: SimilarBills): string => {
  const named = bills.map(({ invoiceNumber, amount, currency }) => {
    return `${invoiceNumber} for ${formatMoney(centsOf(amount), currency)}`
  })
  return `QuickBooks already has ${bills.length === 1 ? 'bill' : 'bills'} ${LIST.format(named)}.`
}

/** Asks whether to add a bill although others have its number. */
export const similarBillsQuestion = (bills: SimilarBills, amountCents: number): string =>
  `${similarBillsText(bills)} Add this one for ${formatUsd(amountCents)} as well?`

const LIST = new Intl.ListFormat('en-US')

export const createQboBill = {
  method: 'POST',
  path: '/api/qbo/bill',
  summary: "Add a task's bill to QuickBooks, at most once",
  access: 'tool:approve_invoice',
  body: z.object({
    taskId,
    vendorName: line(QBO_NAME_LENGTH_MAX),
    invoiceNumber: line(INVOICE_NUMBER_LENGTH_MAX),
    amount,
    date: calendarDate,
    qbBillAccount: line(QBO_NAME_LENGTH_MAX),
    /** Bills with the same number and another amount that the approver saw and accepted. */
    similarBillIds: z.array(line(50)).max(100).default([]),
  }),
  response: z.object({
    bill: accountingBill,
    /** True if QuickBooks already had the bill and none was added. */
    alreadyExisted: z.boolean(),
    message: z.string(),
  }),
  errors: [
    'qbo_bill_failed',
    'qbo_bill_refused',
    'qbo_bill_unknown',
    'qbo_bill_in_progress',
    'qbo_bill_differs',
    'qbo_vendor_unknown',
    'qbo_vendor_currency',
    'qbo_account_unknown',
    'task_unknown',
    'task_rejected',
    'task_paid',
    'task_has_bill',
    'task_action_refused',
    'approval_refused',
    'changed_meanwhile',
    'qbo_not_connected',
    'qbo_connection_invalid',
  ],
} as const satisfies Endpoint

const billToVoid = z.object({
  taskId: z.string(),
  invoiceNumber: z.string(),
  vendor: z.string(),
  /** With a leading $ and two decimals. */
  amount: z.string(),
  isPaid: z.boolean(),
  since: z.iso.datetime(),
  /** Opens the bill in QuickBooks. */
  url: z.string(),
})
export type BillToVoid = z.infer<typeof billToVoid>

const billsToVoid = z.object({ bills: z.array(billToVoid) })

export const listBillsToVoid = {
  method: 'GET',
  path: '/api/qbo/bills-to-void',
  summary:
    'Bills still in QuickBooks although their invoice was turned down or corrected, newest first',
  access: 'tool:approve_invoice',
  response: billsToVoid,
} as const satisfies Endpoint

export const markBillVoided = {
  method: 'POST',
  path: '/api/qbo/bills-to-void',
  summary: 'Remove a bill from the list of bills to void; returns the remaining list',
  access: 'tool:approve_invoice',
  body: z.object({ taskId }),
  response: billsToVoid,
  errors: ['bill_to_void_unknown'],
} as const satisfies Endpoint

/** Called by QuickBooks, which signs the raw body. */
export const receiveQboWebhook = {
  method: 'POST',
  path: '/api/qbo/webhook',
  summary: 'Receives QuickBooks change notifications',
  access: 'provider',
  rawBody: true,
  bodyBytesMax: 1024 * 1024,
  response: z.object({ received: z.number().int() }),
  errors: ['webhook_signature_invalid'],
} as const satisfies Endpoint
