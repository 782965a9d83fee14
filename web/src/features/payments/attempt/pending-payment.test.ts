// The stored payment survives a reload, even after an upgrade.
import { expect, it } from 'vitest'
import { createPaymentStore } from './pending-payment.ts'

const CARD = {
  companyName: 'Juniper',
  payerName: 'Pat',
  email: 'pat@juniper.example',
  invoiceNumbers: '1008',
  paymentMethodId: 'pm_1',
  amount: 5,
}
const WALLET = {
  payer: {
    name: { given_name: 'Pat', surname: ' ' },
    email_address: 'pat@juniper.example',
    company_name: 'Juniper',
  },
}
const stored = (entry: object) =>
  createPaymentStore({
    getItem: () => JSON.stringify(entry),
    setItem: () => {},
    removeItem: () => {},
  }).read()

it.each([
  ['stripe', 'card', CARD],
  ['paypal', 'wallet', WALLET],
])('reads a %s payment from an earlier release', (method, kind, fields) => {
  const body = { ...fields, invoices: [{ id: 'i', amount: 5, number: '1008' }] }
  const common = { key: 'key-1', content: 'c', paymentId: 'p-1', body }
  expect(stored({ ...common, method, begunAt: 7 })).toMatchObject({
    key: 'key-1',
    kind,
    startedAt: 7,
    paymentId: 'p-1',
  })
})
