// The money of the overview's charts, for pages without a server.

import type { ResponseOf } from '@invoice-desk/contract/http/endpoint'
import type { getMoneyIn, getMoneyOut } from '@invoice-desk/contract/overview/overview'
import { addDays } from '@invoice-desk/contract/values/business-day'

const figure = (count: number, amount: number) => ({ count, amount })

const weeks = [860, 1_240, 0, 980.5, 2_110, 1_480, 760, 1_905, 2_240, 1_330, 1_720, 640].map(
  (card, index) => ({
    start: addDays('2026-08-31', 7 * index),
    total: figure(3, card + 300),
    methods: { stripe: figure(2, card), paypal: figure(1, 300) },
    refunded: figure(index % 4 === 1 ? 1 : 0, index % 4 === 1 ? 120 : 0),
  }),
)
const months = [2, 3, 5, 4, 6, 5, 7, 6, 8, 7, 9, 4].map((count, index) => ({
  start: `${index === 0 ? 2025 : 2026}-${String(((index + 11) % 12) + 1).padStart(2, '0')}-01`,
  approved: figure(count, count * 410),
  paid: figure(count - 1, (count - 1) * 380),
}))

export const MONEY_IN: ResponseOf<typeof getMoneyIn> = { weeks }
export const MONEY_OUT: ResponseOf<typeof getMoneyOut> = { months }
