// Tests that responses with only the specification's fields are accepted, with defaults for the other fields.
import { describe, expect, it } from 'vitest'
import { findQboBill } from '../accounting/accounting.ts'
import {
  findQboVendor,
  listQboBillAccounts,
  listQboVendors,
} from '../accounting/accounting-vendors.ts'
import { getQboConnection } from '../accounting/connection.ts'
import { approveInvoice, listPendingInvoices } from '../approval/approval.ts'
import { actionsOf } from '../bills/bill-status.ts'
import { checkVendor, listVendorBills, verifyToken } from '../contractor/contractor.ts'
import { listPaymentHistory, searchInvoice } from '../customer-invoices/customer-invoices.ts'
import { validateGoogleSignIn } from '../identity/identity.ts'
import {
  captureWalletPayment,
  completePayment,
  createCardPayment,
  createWalletOrder,
} from '../payments/payments.ts'
import { listTransactions } from '../retailer/retailer.ts'
import { listVendorMappings } from '../vendors/vendors.ts'
import type { Endpoint } from './endpoint.ts'

const NO_BILLS = { count: 0, amount: 0 }
const bill = (id: string, amount: unknown, status: string) => ({
  id,
  invoiceNumber: `INV-${id}`,
  amount,
  status,
  dateCreated: 1_700_000_000_000,
  dueDate: 1_800_000_000_000,
  custom_fields: [{ name: 'Invoice Doc', value: 'https://files.example/1.pdf' }],
})
const invoice = {
  id: '91',
  invoiceNumber: '1001',
  date: '2026-10-01',
  dueDate: '2026-10-31',
  amount: 100,
  balance: 40.5,
  payments: [{ amount: 59.5 }],
}
const PAID = { paymentId: '', status: 'succeeded', amount: 0, invoiceNumbers: [] }

const ANSWERS: readonly [string, Endpoint, unknown, unknown][] = [
  ['verify-token', verifyToken, { valid: true, email: 'a@b.co' }, { valid: true, email: 'a@b.co' }],
  ['verify-token refused', verifyToken, { valid: false, email: null }, { valid: false }],
  ['check-vendor', checkVendor, { vendor: 'Acme', error: null }, { vendor: 'Acme' }],
  [
    'check-vendor for staff',
    checkVendor,
    { success: true, qb_bill_account: 'Rent' },
    { success: true },
  ],
  [
    'vendor-bills',
    listVendorBills,
    {
      bills: [
        bill('1', 0.1, 'Received'),
        bill('2', 0.2, 'Received'),
        bill('3', '$1,250.00', 'Sent for Approval'),
        bill('4', 7, 'rejected'),
      ],
    },
    {
      bills: [{ status: 'received' }, {}, { status: 'sent_for_approval', amount: 1250 }, {}],
      totals: {
        received: { count: 2, amount: 0.3 },
        sent_for_approval: { count: 1, amount: 1250 },
        approved: NO_BILLS,
        paid: NO_BILLS,
        rejected: { count: 1, amount: 7 },
      },
      total: { count: 3, amount: 1250.3 },
    },
  ],
  [
    'a bill with only an id',
    listVendorBills,
    { bills: [{ id: 7 }] },
    { bills: [{ id: '7', amount: 0 }] },
  ],
  [
    'approve-invoice, fetch',
    approveInvoice,
    {
      status: { name: 'In Review', color: '#123456' },
      details: {
        vendor: 'Acme',
        invoiceNumber: 'INV-1',
        amount: '$250.00',
        email: 'a@b.co',
        documents: [{ name: 'one.pdf', url: 'https://files.example/one.pdf' }],
      },
    },
    {
      version: 0,
      actions: actionsOf('sent_for_approval'),
      details: { documents: [{ name: 'one.pdf', type: '' }], dueDate: '' },
      posting: { state: 'none', leftByReject: 'no', isToVoid: false },
      duplicates: [],
      history: [],
    },
  ],
  [
    'pending-invoices',
    listPendingInvoices,
    { invoices: [{ id: 't1', amount: 12.5, dateCreated: '1700000000000' }] },
    { invoices: [{ id: 't1', amount: '12.5', dueDate: '' }], total: 1 },
  ],
  [
    'bill check',
    findQboBill,
    { exists: true, bills: [{ id: 5, invoiceNumber: '1', amount: 3, status: 'Overdue' }] },
    { exists: true, bills: [{ id: '5', currency: 'USD', status: 'Overdue' }] },
  ],
  ['no bill', findQboBill, { exists: false, reason: null }, { exists: false, bills: [] }],
  ['list-vendors', listQboVendors, [{ name: 'Acme', more: 1 }], [{ name: 'Acme' }]],
  [
    'list-bill-accounts',
    listQboBillAccounts,
    [{ name: 'Rent', fullyQualifiedName: 'Costs:Rent' }],
    [{ fullyQualifiedName: 'Costs:Rent' }],
  ],
  ['vendor check', findQboVendor, { exists: true }, { exists: true }],
  [
    'vendors',
    listVendorMappings,
    [{ id: 1, email: 'a@b.co', vendor: 'Acme', qb_bill_account: null }],
    [{ id: '1', qb_bill_account: '', version: 0, track1099: false }],
  ],
  ['connection', getQboConnection, { status: 'connected' }, { status: 'connected' }],
  [
    'connection with an unknown status',
    getQboConnection,
    { status: 'asleep' },
    { status: 'unknown' },
  ],
  [
    'sign-in',
    validateGoogleSignIn,
    { idToken: 'i', accessToken: 'a' },
    { idToken: 'i', email: '' },
  ],
  [
    'search-invoice',
    searchInvoice,
    { matchedInvoice: invoice, relatedInvoices: [invoice], customer: { name: 'Jane' } },
    { matchedInvoice: { currency: 'USD', payments: [{ amount: 59.5 }] } },
  ],
  [
    'payment-history',
    listPaymentHistory,
    {
      payments: [
        { id: 1, date: '2026-10-02', amount: 5, method: 'stripe', creditMemos: [{ amount: 2 }] },
      ],
    },
    { payments: [{ id: '1', memo: '', currency: 'USD', isMultiInvoicePayment: false }] },
  ],
  ['create-payment', createCardPayment.stripe, {}, PAID],
  ['create-payment without a body', createCardPayment.stripe, undefined, PAID],
  [
    'our create-payment',
    createCardPayment.stripe,
    { status: 'processing' },
    { status: 'processing' },
  ],
  ['create-payment with a message', createCardPayment.stripe, { message: 'Thanks' }, PAID],
  [
    'create-payment with null fields',
    createCardPayment.stripe,
    { status: null, receiptUrl: null },
    PAID,
  ],
  [
    'create-payment with an unknown status',
    createCardPayment.stripe,
    { status: 'pending', paymentId: 'p' },
    { status: 'processing', paymentId: 'p' },
  ],
  ['capture-payment', captureWalletPayment, {}, PAID],
  ['create-order', createWalletOrder, { id: 'O1' }, { id: 'O1', paymentId: '' }],
  [
    'list-transactions',
    listTransactions,
    {
      transactions: [
        { id: 1, date: '2026-10-02', amount: 0.1 },
        { id: 2, amount: '0.20' },
      ],
    },
    { transactions: [{ card_used: '' }, {}], total: { count: 2, amount: 0.3 }, hasMore: false },
  ],
]

describe('a response with only the specification’s fields', () => {
  it.each(ANSWERS)('is accepted: %s', (_name, { response }, answer, expected) => {
    expect(response.parse(answer)).toMatchObject(expected as object)
  })
})

describe('an invalid response', () => {
  it.each<[string, Endpoint, unknown]>([
    ['connection', getQboConnection, { state: 'connected' }],
    ['bills', listVendorBills, { bill: [] }],
    ['task', approveInvoice, { status: 'approved' }],
    ['transactions', listTransactions, []],
    ['sign-in', validateGoogleSignIn, { accessToken: 'a' }],
    ['the outcome of our own payment', completePayment, { paymentId: 'p', status: 'fine' }],
    ['a payment with an unknown status and no id', createCardPayment.stripe, { status: 'failed' }],
    ['a payment with a number for status', captureWalletPayment, { status: 500 }],
    ['a payment that is null', createCardPayment.stripe, null],
    ['a payment that is text', captureWalletPayment, 'ok'],
    ['a payment that is a list', createCardPayment.stripe, []],
  ])('is still refused: %s', (_name, { response }, answer) => {
    expect(response.safeParse(answer).success).toBe(false)
  })
})
