// The overview: its cards and charts.
import { AGE_RANGES, DUE_RANGES } from '@invoice-desk/contract/overview/overview'
import { MONEY_IN, MONEY_OUT } from '@invoice-desk/testing/sample-money'
import { expect, it } from 'vitest'
import { expectAccessibleOnAllScreens } from '../../test/accessible.ts'
import { openPage } from '../../test/open-page.tsx'

const FIGURE = { count: 3, amount: 1_240.5 }
const ID = '5d8f3b0e-2c40-4f3b-8a53-3c7d5c1f0a01'

it('shows what is waiting, what needs attention, and the money in charts', async () => {
  await openPage('/overview', {
    answers: {
      'GET /api/overview/waiting': {
        pending: FIGURE,
        oldest: { id: ID, invoiceNumber: 'CO-1042', vendor: 'Blue Heron Printing', days: 9 },
        pendingByAge: AGE_RANGES.map(({ label }) => ({ label, ...FIGURE })),
        unpaidByDue: DUE_RANGES.map(({ label }) => ({ label, ...FIGURE })),
      },
      'GET /api/overview/figures': {
        approvedUnpaid: FIGURE,
        dueSoon: FIGURE,
        paidThisMonth: FIGURE,
        receivedThisMonth: FIGURE,
      },
      'GET /api/overview/attention': {
        items: [
          {
            kind: 'payments_to_review',
            count: 1,
            text: '1 payment needs review.',
            link: '/payments/admin?view=review',
            examples: [{ label: 'Cobalt Coffee, $31.00', link: '/payments/admin' }],
          },
        ],
      },
      'GET /api/overview/decision-time': {
        current: { count: 4, medianSeconds: 7_200 },
        previous: { count: 2, medianSeconds: 90_000 },
      },
      'GET /api/overview/money-in': MONEY_IN,
      'GET /api/overview/money-out': MONEY_OUT,
    },
  })
  await expect
    .poll(() => document.querySelectorAll('.recharts-bar-rectangle').length)
    .toBeGreaterThan(MONEY_IN.weeks.length)
  await expectAccessibleOnAllScreens()
})
