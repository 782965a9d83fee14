// Figure 4: one request fifty times at once, and fifty payers on one invoice.
import { searchInvoice } from '@invoice-desk/contract/accounting-invoices'
import { createCardPayment } from '@invoice-desk/contract/payments'
import { cardBody } from '@invoice-desk/testing/payments/requests'
import { INVOICE_DATE } from '@invoice-desk/testing/quickbooks/books'
import { compare } from './compare.ts'
import type { FaultFigure } from './figure.ts'
import { waitUntilSettled } from './settled.ts'
import { openTown, type Town } from './town.ts'

const CROWD = 50
const AMOUNT = 250

export const crowdFigure: FaultFigure = {
  name: 'crowd',
  run: async () => {
    const town = await openTown()
    try {
      const oneKey = await crowd(town, 'C-1', () => 'the-same-key')
      const manyKeys = await crowd(town, 'C-2', (index) => `key-of-payer-${index}`)
      await waitUntilSettled(town)
      const { charges, problems } = await compare(town)
      return [
        {
          figure: '4a one request, 50 times at once',
          done: `${CROWD} posts with one key`,
          result: `${oneKey.paid} told “succeeded”, ${oneKey.answers} different answer`,
          problems: oneKey.answers === 1 && oneKey.paid === CROWD ? [] : ['the answers differ'],
        },
        {
          figure: '4b 50 payers on one invoice',
          done: `${CROWD} posts with ${CROWD} keys`,
          result: `${manyKeys.paid} paid, ${CROWD - manyKeys.paid} told that it is taken; ${charges} charges for both runs`,
          problems: manyKeys.paid === 1 && charges === 2 ? problems : ['paid more than once'],
        },
      ]
    } finally {
      await town.close()
    }
  },
}

const crowd = async ({ caller, company }: Town, number: string, keyOf: (i: number) => string) => {
  await company.addInvoice(number, AMOUNT)
  const found = await caller.call(searchInvoice, {
    body: { invoiceNumber: number, date: INVOICE_DATE },
  })
  const body = cardBody([{ id: found.body.matchedInvoice.id, number, amount: AMOUNT }])
  const answers = await Promise.all(
    Array.from({ length: CROWD }, (_, index) =>
      caller.call(createCardPayment, { body, headers: { 'idempotency-key': keyOf(index) } }),
    ),
  )
  return {
    paid: answers.filter(({ status }) => status === 200).length,
    answers: new Set(answers.map((answer) => `${answer.status} ${answer.body.status}`)).size,
  }
}
