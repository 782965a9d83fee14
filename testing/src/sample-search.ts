// What the search over everything finds: hits of each kind.
import type { Found } from '@invoice-desk/contract/search/search'

export const FOUND_ANYTHING: Found = {
  invoices: [
    {
      id: '5d8f3b0e-2c40-4f3b-8a53-3c7d5c1f0a01',
      invoiceNumber: 'CO-1042',
      vendor: 'Blue Heron Printing',
      amount: 1_842.5,
      status: 'sent_for_approval',
      dueDate: '2026-12-04',
    },
    {
      id: '5d8f3b0e-2c40-4f3b-8a53-3c7d5c1f0a02',
      invoiceNumber: 'KC-2026-0117-RECURRING',
      vendor: 'Kestrel Courier & Overnight Freight of Greater Massachusetts',
      amount: 96,
      status: 'paid',
      dueDate: '2026-11-28',
    },
  ],
  payments: [
    {
      id: '5d8f3b0e-2c40-4f3b-8a53-3c7d5c1f0a03',
      customer: 'Cobalt Coffee',
      companyName: 'Cobalt Coffee',
      amount: 12_400,
      state: 'booked',
      settledByHand: false,
      invoiceNumbers: ['1008', '1010', '1012', '1013'],
      createdAt: '2026-11-12T15:04:00Z',
    },
    {
      id: '5d8f3b0e-2c40-4f3b-8a53-3c7d5c1f0a04',
      customer: 'Compass Rose Hotel',
      companyName: 'Compass Rose',
      amount: 310.25,
      state: 'needs_review',
      settledByHand: false,
      invoiceNumbers: ['1021'],
      createdAt: '2026-11-11T09:30:00Z',
    },
  ],
  customers: [{ id: '7', name: 'Cobalt Coffee', openInvoices: 3 }],
  openInvoices: [
    {
      id: '21',
      number: 'CO-1008',
      customer: 'Cobalt Coffee',
      dueDate: '2026-10-17',
      balance: 400,
      currency: 'USD',
    },
  ],
  vendors: [{ id: '1', email: 'kim@kestrel.example', vendor: 'Kestrel Courier' }],
}
