// Sends one request 50 times at once, and has 50 payers pay one invoice.
import { searchInvoice } from '@invoice-desk/contract/customer-invoices/customer-invoices'
import { createCardPayment } from '@invoice-desk/contract/payments/payments'
import { cardBody } from '@invoice-desk/testing/payments/requests'
import { INVOICE_DATE } from '@invoice-desk/testing/quickbooks/books'
import { compare } from './compare.ts'
import { type FaultLab, openFaultLab } from './fault-lab.ts'
import type { FaultMeasurement } from './measurement.ts'
import { waitUntilSettled } from './settled.ts'

const CROWD = 50
const AMOUNT = 250

export const concurrencyMeasurement: FaultMeasurement = {
  name: 'concurrency',
  run: async () => {
    await using lab = await openFaultLab()
    const oneKey = await crowd(lab, 'C-1', () => 'the-same-key')
    const manyKeys = await crowd(lab, 'C-2', (index) => `key-of-payer-${index}`)
    await waitUntilSettled(lab)
    const { charges, problems } = await compare(lab)
    return [
      {
        measurement: 'One request sent 50 times at once',
        setup: `${CROWD} posts with one key`,
        result: `${oneKey.paid} × “succeeded”, ${oneKey.answers} distinct answer`,
        problems: oneKey.answers === 1 && oneKey.paid === CROWD ? [] : ['the answers differ'],
      },
      {
        measurement: '50 payers for one invoice',
        setup: `${CROWD} posts with ${CROWD} keys`,
        result: `${manyKeys.paid} paid, ${CROWD - manyKeys.paid} told that it's already being paid; ${charges} charges in both runs together`,
        problems: manyKeys.paid === 1 && charges === 2 ? problems : ['paid more than once'],
      },
    ]
  },
}

const crowd = async (
  { caller, company }: FaultLab,
  number: string,
  keyOf: (i: number) => string,
) => {
  await company.addInvoice(number, AMOUNT)
  const found = await caller.call(searchInvoice, {
    body: { invoiceNumber: number, date: INVOICE_DATE },
  })
  const body = cardBody([{ id: found.body.matchedInvoice.id, number, amount: AMOUNT }])
  const answers = await Promise.all(
    Array.from({ length: CROWD }, (_, index) =>
      caller.call(createCardPayment.stripe, { body, headers: { 'idempotency-key': keyOf(index) } }),
    ),
  )
  return {
    paid: answers.filter(({ status }) => status === 200).length,
    answers: new Set(answers.map((answer) => `${answer.status} ${answer.body.status}`)).size,
  }
}
