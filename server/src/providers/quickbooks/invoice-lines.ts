// Parses what is on an invoice: its lines, discount, shipping and tax, as QuickBooks prints them.
import { z } from 'zod'
import { cents, refName, textOrEmpty } from './wire.ts'

export type Line = {
  readonly kind: 'item' | 'group' | 'part' | 'text' | 'subtotal'
  readonly item: string
  readonly description: string
  readonly date?: string | undefined
  readonly quantity?: number | undefined
  /** With up to seven decimals, so not in cents. */
  readonly rate?: number | undefined
  readonly amountCents?: number | undefined
}

export type Content = {
  readonly lines: readonly Line[]
  readonly discountCents: number
  readonly discountPercent?: number | undefined
  readonly shippingCents: number
}

const SHIPPING_ITEM = 'SHIPPING_ITEM_ID'

const name = refName.catch('')
const sale = z.object({
  ItemRef: z
    .object({ value: z.string().default(''), name: z.string().default('') })
    .default({ value: '', name: '' }),
  Qty: z.number().optional(),
  UnitPrice: z.number().optional(),
  ServiceDate: z.string().optional(),
})
const base = z.object({
  DetailType: z.string().default(''),
  Description: textOrEmpty,
  Amount: cents.optional(),
  SalesItemLineDetail: sale.optional(),
  DiscountLineDetail: z
    .object({ PercentBased: z.boolean().default(false), DiscountPercent: z.number().optional() })
    .optional(),
})
const wireLine = base.extend({
  GroupLineDetail: z
    .object({
      GroupItemRef: name.optional(),
      Quantity: z.number().optional(),
      Line: z.array(base).default([]),
    })
    .optional(),
})
type WireLine = z.infer<typeof wireLine>

const saleOf = (kind: 'item' | 'part', line: z.infer<typeof base>): Line => {
  const { ItemRef, Qty, UnitPrice, ServiceDate } = line.SalesItemLineDetail ?? {}
  return {
    kind,
    item: ItemRef?.name ?? '',
    description: line.Description,
    date: ServiceDate,
    quantity: Qty,
    rate: UnitPrice,
    amountCents: line.Amount,
  }
}

const linesOf = (line: WireLine): Line[] => {
  const { DetailType, Description: description, Amount: amountCents } = line
  switch (DetailType) {
    case 'SalesItemLineDetail':
      return isShipping(line) ? [] : [saleOf('item', line)]
    case 'GroupLineDetail': {
      const { GroupItemRef: item = '', Quantity: quantity, Line = [] } = line.GroupLineDetail ?? {}
      const parts = Line.map((part) => saleOf('part', part))
      return [{ kind: 'group', item, description, quantity, amountCents }, ...parts]
    }
    case 'SubTotalLineDetail':
      return [{ kind: 'subtotal', item: '', description, amountCents }]
    case 'DiscountLineDetail':
      return []
    default:
      return description ? [{ kind: 'text', item: '', description, amountCents }] : []
  }
}

const isShipping = ({ SalesItemLineDetail }: WireLine): boolean =>
  SalesItemLineDetail?.ItemRef.value === SHIPPING_ITEM

const sumOf = (lines: readonly WireLine[]): number =>
  lines.reduce((sum, { Amount = 0 }) => sum + Amount, 0)

/** The last subtotal is the invoice's own, which the totals show anyway. */
const withoutOwnSubtotal = (lines: readonly Line[]): Line[] => {
  const last = lines.findLastIndex(({ kind }) => kind === 'subtotal')
  return lines.filter((_, index) => index !== last)
}

/** QuickBooks may send null for what a line doesn't have. */
const withoutNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  const given = Object.entries(value).filter(([, each]) => each !== null)
  return Object.fromEntries(given.map(([key, each]) => [key, withoutNulls(each)]))
}

export const content = z
  .preprocess(withoutNulls, z.array(wireLine).default([]))
  .transform((all): Content => {
    const discounts = all.filter(({ DetailType }) => DetailType === 'DiscountLineDetail')
    return {
      lines: withoutOwnSubtotal(all.flatMap(linesOf)),
      discountCents: sumOf(discounts),
      discountPercent: discounts[0]?.DiscountLineDetail?.DiscountPercent,
      shippingCents: sumOf(all.filter(isShipping)),
    }
  })

export const taxCents = z
  .object({ TotalTax: cents.optional() })
  .nullish()
  .transform((tax) => tax?.TotalTax ?? 0)

const address = z.record(z.string(), z.unknown()).nullish()
const line = z.string().trim().catch('')

/** An address as lines. QuickBooks writes an address that it can't take apart into its lines. */
export const addressLines = address.transform((given): string[] => {
  const part = (key: string): string => line.parse(given?.[key])
  const region = [part('CountrySubDivisionCode'), part('PostalCode')].filter(Boolean).join(' ')
  const city = [part('City'), region].filter(Boolean).join(', ')
  const streets = ['Line1', 'Line2', 'Line3', 'Line4', 'Line5'].map(part)
  return [...streets, city, part('Country')].filter(Boolean)
})
