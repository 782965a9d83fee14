// Defines the list's sort orders. Each ends with the id, so no two rows are equal.
import type { TransactionSort } from '@invoice-desk/contract/retailer'
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { retailerTransaction as row } from '../../db/schema/retailer.ts'
import type { Charge } from './import/charge.ts'

type Order = {
  readonly columns: readonly AnyPgColumn[]
  readonly valuesOf: (charge: Charge) => readonly (string | number)[]
}

const ORDERS = {
  date: { columns: [row.date, row.id], valuesOf: ({ date, id }) => [date, id] },
  amount: {
    columns: [row.amountCents, row.id],
    valuesOf: ({ amountCents, id }) => [amountCents, id],
  },
  card: {
    columns: [row.cardBrand, row.cardLast4, row.id],
    valuesOf: ({ card, id }) => [card.brand, card.last4, id],
  },
  order: { columns: [row.orderId, row.id], valuesOf: ({ orderId, id }) => [orderId, id] },
} as const satisfies Record<string, Order>

const orderOf = (sort: TransactionSort): Order & { isDescending: boolean } => {
  const isDescending = sort.startsWith('-')
  return { ...ORDERS[sort.replace('-', '') as keyof typeof ORDERS], isDescending }
}

export const orderBy = (sort: TransactionSort): SQL[] => {
  const { columns, isDescending } = orderOf(sort)
  return columns.map((column) => (isDescending ? sql`${column} DESC` : sql`${column}`))
}

/** Rows after this one in this order. */
export const isAfter = (sort: TransactionSort, charge: Charge): SQL => {
  const { columns, isDescending, valuesOf } = orderOf(sort)
  const comma = sql.raw(', ')
  const place = sql.join([...columns], comma)
  const placeOfCharge = sql.join(
    valuesOf(charge).map((value) => sql`${value}`),
    comma,
  )
  return sql`(${place}) ${sql.raw(isDescending ? '<' : '>')} (${placeOfCharge})`
}
