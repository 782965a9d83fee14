// A valid request for each operation, as a starting point for hostile variations.
import { DETAILS } from '../contractor/vendor-details.ts'
import { cardBody, orderBody } from '../payments/requests.ts'
import type { Known } from './schema-values.ts'
import type { World } from './world.ts'

export type Examples = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>

const ADDRESS = { line1: '1 Pier Road', city: 'Salem', state: 'MA', zipCode: '01970' }

export const knownValues = ({ a, b, invoices, invoiceDate, ...world }: World): Known => ({
  email: [a.contractor.email, b.contractor.email, 'spare1@vendor.example', 'new@vendor.example'],
  taskId: [...a.taskIds, ...b.taskIds],
  billId: [...a.taskIds, ...b.taskIds],
  vendorName: [a.contractor.vendor],
  vendor: [a.contractor.vendor, 'Spare vendor 1'],
  invoiceNumber: [invoices[0]?.number, 'INV-1'],
  date: [invoiceDate],
  token: [a.contractor.token, b.contractor.token],
  payment: [world.paymentId],
  file: [a, b].flatMap(({ fileUrls }) =>
    fileUrls.map((url) => new URL(url).searchParams.get('file') ?? ''),
  ),
  name: ['Spare vendor 1', 'Kestrel Courier'],
})

/** What only administrators can change. */
const FOR_ADMINS: Examples = {
  'POST /api/accounts': [
    { email: 'new@harborfinch.example', name: 'New', admin: false, tools: [] },
  ],
  'PUT /api/accounts': [
    { email: 'new@harborfinch.example', name: '', tools: [], disabled: false, version: 1 },
  ],
  'PUT /api/settings': [
    {
      settings: { businessName: 'Harbor & Finch', businessAddress: ['1 Pier Road'] },
      version: 0,
    },
  ],
  'GET /api/settings/erasable': [{ filesKeptDays: '365', messagesKeptDays: '2557' }],
}

/** For each call, its bodies, or its queries if it takes no body. */
export const examplesOf = (world: World): Examples => {
  const { a, b, invoices, invoiceDate, paymentId, attemptId, mappingIds } = world
  const { contractor } = a
  const spare = { qbBillAccount: '', track1099: false, taxId: '', taxIdType: 'EIN' }
  return {
    'POST /api/cup/approve-invoice': [
      ...[...a.taskIds, ...b.taskIds].flatMap((taskId) => [
        { taskId, action: 'fetch' },
        { taskId, action: 'approve' },
        { taskId, action: 'reject', message: 'No purchase order' },
        { taskId, action: 'request_changes', message: 'Add the purchase order' },
        { taskId, action: 'update_vendor', vendor: 'Kestrel Courier' },
      ]),
    ],
    'POST /api/cup/task-messages': [...a.taskIds, ...b.taskIds].flatMap((taskId) => [
      { taskId, kind: 'staff', text: 'Which project is it for?' },
      { taskId, kind: 'note', text: 'Ask Ada' },
    ]),
    'POST /api/cup/bill-messages': a.taskIds.map((billId) => ({ billId, text: 'The pier' })),
    'POST /api/health/services': [{ service: 'database' }, { service: 'storage' }],
    'POST /api/health/test-email': [{ to: contractor.email }],
    'PUT /api/health/go-live': [{ step: 'backup', done: true }],
    'POST /api/cup/check-vendor': [{ email: contractor.email, auth_type: 'local' }],
    'POST /api/cup/vendor-bills': [{ vendorName: contractor.vendor, limit: 10 }],
    'POST /api/cup/send-verification': [{ email: contractor.email }],
    'POST /api/cup/sign-out': [{ email: contractor.email }],
    'POST /api/cup/verify-token': [{ token: contractor.token }],
    'POST /api/cup/vendors': [
      { email: 'new@vendor.example', vendor: 'New vendor', ...spare },
      { email: 'taxed@vendor.example', vendor: 'Taxed', address: ADDRESS, ...spare },
    ],
    'PUT /api/cup/vendors': mappingIds.map((id, index) => ({
      id,
      email: `spare${index}@vendor.example`,
      vendor: `Spare vendor ${index}`,
      ...spare,
    })),
    'DELETE /api/cup/vendors': mappingIds.slice(0, 4).map((id) => ({ id })),
    'POST /api/qbo/vendor': [
      { name: 'Quay Supplies', email: 'q@vendor.example', address: ADDRESS, track1099: false },
    ],
    'POST /api/qbo/bill': [...a.taskIds, ...b.taskIds].map((taskId) => ({
      taskId,
      vendorName: 'Kestrel Courier',
      invoiceNumber: 'INV-1',
      amount: 1_250.5,
      date: invoiceDate,
      qbBillAccount: 'Cost of Goods Sold:Subcontractors',
    })),
    'POST /api/qbo/bills-to-void': [...a.taskIds, ...b.taskIds].map((taskId) => ({ taskId })),
    'POST /api/qbo/search-invoice': invoices.map(({ number }) => ({
      invoiceNumber: number,
      date: invoiceDate,
    })),
    'POST /api/qbo/payment-history': invoices.map(({ id }) => ({ invoiceId: id })),
    'POST /api/stripe/create-payment': [
      cardBody(invoices.slice(0, 1)),
      cardBody(invoices.slice(1, 2)),
    ],
    'POST /api/paypal/create-order': [orderBody(invoices.slice(2, 3))],
    'POST /api/paypal/capture-payment': [
      { orderId: '5O190127TN364715T', invoices: orderBody(invoices.slice(2, 3)).invoices },
    ],
    'POST /api/payments/complete': [{ paymentId }],
    'POST /api/payments/cancel': [{ paymentId }],
    'GET /api/payments/receipt': [{ payment: paymentId }],
    'GET /api/payments/admin/attempt': [{ id: attemptId }],
    'GET /api/payments/admin/pay-links': invoices.map(({ number }) => ({ search: number })),
    'POST /api/payments/admin/attempt/check': [{ id: attemptId }],
    'POST /api/payments/admin/attempt/resolve': [{ id: attemptId, note: 'Looked at it' }],
    'POST /api/auth/google/validate': [{ code: 'x', state: 'y', iss: 'https://issuer.example' }],
    'POST /api/auth/google/renew': [{ idleSeconds: 60 }],
    'POST /api/auth/qbo/validate': [{ code: 'x', state: 'y', realmId: '9341453100000001' }],
    ...FOR_ADMINS,
    'POST /api/amazon/verify-challenge': [{ type: '2fa', code: '123456' }],
    ...detailsOf(world),
    ...formsOf(world),
    ...invitationsOf(world),
    ...relayOf(world),
    'POST /api/amazon/import': [{ step: 'preview' }, { step: 'import' }],
  }
}

/** What is on an invoice, and how customers prove that it's theirs. */
const detailsOf = ({ invoices }: World): Examples => ({
  'POST /api/qbo/invoice-details': invoices.map(({ id }) => ({ invoiceId: id })),
  'GET /api/qbo/invoice-pdf': invoices.map(({ id }) => ({ invoice: id })),
  'GET /api/qbo/statement-pdf': invoices.map(({ id }) => ({ invoice: id })),
  'GET /api/qbo/statement-csv': invoices.map(({ id }) => ({ invoice: id })),
  'POST /api/qbo/customer-pass/zip': invoices.map(({ id }) => ({ invoiceId: id, zip: '97103' })),
  'POST /api/qbo/customer-pass/email': invoices.map(({ id }) => ({ invoiceId: id })),
})

const invitationsOf = ({ invited }: World): Examples => {
  const chosen = invited.map(({ id, version }) => ({ id, version }))
  const accepted = { qbBillAccount: '', track1099: true, mappingVersion: 0 }
  return {
    'POST /api/vendors/invitations': [{ email: 'new@vendor.example', name: 'New vendor' }],
    'DELETE /api/vendors/invitations': chosen.slice(1),
    'GET /api/vendors/invitations/review': invited.map(({ id }) => ({ id })),
    'POST /api/vendors/invitations/accept': chosen.map((one) => ({
      ...one,
      name: 'Fern & Fable',
      ...accepted,
    })),
    'POST /api/vendors/invitations/send-back': chosen.map((one) => ({ ...one, reason: 'Name' })),
    'POST /api/vendor-details/open': invited.map(({ token }) => ({ token })),
    'POST /api/vendor-details': invited.map(({ token }) => ({ token, ...DETAILS })),
    'GET /api/vendors/1099': [{ year: 2026 }],
    'GET /api/vendors/1099.csv': [{ year: 2026 }],
    'POST /api/vendors/import': [{ vendorIds: ['1'], qbBillAccount: '', invite: true }],
  }
}

const relayOf = ({ relay }: World): Examples => {
  const both = [relay.own, relay.theirs]
  const devices = both.map(({ deviceId }) => ({ id: deviceId }))
  const fields = { name: 'Printer', senders: ['printer@harborfinch.example'], keepsSender: false }
  return {
    'POST /api/mail-relay/gmail/finish': [{ code: 'x', state: 'y' }],
    'POST /api/mail-relay/gmail/disconnect': [{ id: relay.theirs.mailboxId }],
    'POST /api/mail-relay/devices': both.map(({ mailboxId }) => ({ mailboxId, ...fields })),
    'PUT /api/mail-relay/devices': devices.map((one) => ({ ...one, version: 1, ...fields })),
    'POST /api/mail-relay/devices/password': devices,
    'POST /api/mail-relay/devices/revoke': devices.slice(1),
    'POST /api/mail-relay/devices/test': devices,
    'GET /api/mail-relay/messages': both.map(({ deviceId }) => ({ device: deviceId })),
    'POST /api/mail-relay/messages/resend': both.map(({ messageId }) => ({ id: messageId })),
  }
}

const formsOf = ({ a, b }: World): Examples => {
  const { contractor } = a
  const entered = { amount: '12.50', dueDate: '2030-01-31', confirmDuplicate: 'true' }
  return {
    'POST /api/cup/submit-invoice': [
      {
        ...entered,
        email: contractor.email,
        invoiceNumber: 'FUZZ-1',
        vendorName: contractor.vendor,
        token: contractor.token,
      },
    ],
    'POST /api/cup/resubmit-invoice': [...a.taskIds, ...b.taskIds].map((billId) => ({
      ...entered,
      billId,
      version: '2',
      invoiceNumber: 'FUZZ-2',
      token: contractor.token,
      keepFile: 'true',
    })),
  }
}
