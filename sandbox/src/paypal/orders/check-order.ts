// An order as it is asked for: every field read and checked, and its money added up.

import { createReader, type Fields, isFields, type Reader } from '../api/check-fields.ts'
import { type Detail, detail, invalidRequest, unprocessable } from '../api/fault.ts'
import {
  BREAKDOWN_PARTS,
  type Breakdown,
  type Item,
  type OrderRow,
  type UnitRequest,
  type Wallet,
} from '../wire.ts'
import { checkAmounts } from './amounts.ts'

export type OrderRequest = Pick<
  OrderRow,
  'units' | 'wallet' | 'brandName' | 'returnUrl' | 'cancelUrl'
>

const UNITS_MAX = 10
const ITEMS_MAX = 1_000
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const WEB_ADDRESS = /^https?:\/\/\S+$/

export const readOrderRequest = (body: unknown): OrderRequest => {
  if (!isFields(body)) throw invalidRequest(detail('MALFORMED_REQUEST_JSON'))
  const read = createReader()
  const intent = read.text(body, 'intent', '', { max: 255, required: true })
  if (intent === 'AUTHORIZE') read.wrong.push(detail('NOT_SUPPORTED', '/intent', intent))
  else if (intent !== undefined && intent !== 'CAPTURE')
    read.wrong.push(detail('INVALID_PARAMETER_VALUE', '/intent', intent))
  const units = read
    .list(body, 'purchase_units', '', 1, UNITS_MAX)
    .map((unit) => ({ unit, at: pathOf(unit) }))
    .map(({ unit, at }) => ({ at, unit, request: readUnit(read, unit, at) }))
  const payment = readPayment(read, body)
  if (read.wrong.length > 0) throw invalidRequest(...read.wrong)
  const requests = units.flatMap(({ request, at }) => (request ? [{ request, at }] : []))
  const wrong = [
    ...checkReferences(units.map(({ unit }) => unit)),
    ...requests.flatMap(({ request, at }) => checkAmounts(request, at)),
  ]
  if (wrong.length > 0) throw unprocessable(...wrong)
  return { units: requests.map(({ request }) => request), ...payment }
}

/** PayPal points at a unit by its reference, not by its place. */
const pathOf = ({ reference_id = 'default' }: Fields): string =>
  `/purchase_units/@reference_id=='${String(reference_id)}'`

const checkReferences = (units: readonly Fields[]): Detail[] => {
  if (units.length < 2) return []
  const references = units.map(({ reference_id }) => reference_id)
  if (references.includes(undefined))
    return [detail('REFERENCE_ID_REQUIRED', '/purchase_units/reference_id')]
  return new Set(references).size < references.length
    ? [detail('DUPLICATE_REFERENCE_ID', '/purchase_units/reference_id')]
    : []
}

const readUnit = (read: Reader, unit: Fields, at: string): UnitRequest | undefined => {
  const amount = read.money(unit, 'amount', at, true)
  const sent = isFields(unit.amount)
    ? read.below(unit.amount, 'breakdown', `${at}/amount`)
    : undefined
  const parts = BREAKDOWN_PARTS.map(
    (part) => [part, sent && read.money(sent, part, `${at}/amount/breakdown`)] as const,
  )
  const breakdown: Breakdown = Object.fromEntries(parts.filter(([, money]) => money))
  const items = read
    .list(unit, 'items', at, 0, ITEMS_MAX)
    .map((item, index) => readItem(read, item, `${at}/items/${index}`))
  const texts = withoutGaps({
    description: read.text(unit, 'description', at, { max: 127 }),
    custom_id: read.text(unit, 'custom_id', at, { max: 127 }),
    invoice_id: read.text(unit, 'invoice_id', at, { max: 127 }),
    soft_descriptor: read.text(unit, 'soft_descriptor', at, { max: 22 }),
  })
  const reference_id = read.text(unit, 'reference_id', at, { max: 256 }) ?? 'default'
  if (!amount) return undefined
  return {
    reference_id,
    amount: { ...amount, ...(sent && { breakdown }) },
    ...texts,
    ...(items.length > 0 && { items: items.filter((item) => item !== undefined) }),
  }
}

const readItem = (read: Reader, item: Fields, at: string): Item | undefined => {
  const name = read.text(item, 'name', at, { max: 127, required: true })
  const unit_amount = read.money(item, 'unit_amount', at, true)
  const quantity = read.text(item, 'quantity', at, {
    max: 10,
    required: true,
    pattern: /^[1-9]\d{0,9}$/,
  })
  const tax = read.money(item, 'tax', at)
  const texts = withoutGaps({
    description: read.text(item, 'description', at, { max: 2048 }),
    sku: read.text(item, 'sku', at, { max: 127 }),
    category: read.choice(item, 'category', at, ['DIGITAL_GOODS', 'PHYSICAL_GOODS', 'DONATION']),
  })
  if (name === undefined || unit_amount === undefined || quantity === undefined) return undefined
  return { name, unit_amount, quantity, ...(tax && { tax }), ...texts }
}

/** The wallet's own context, or the older one that stands beside it. */
const readPayment = (read: Reader, body: Fields): Omit<OrderRequest, 'units'> => {
  const source = read.below(body, 'payment_source', '')
  const other = source && Object.keys(source).find((name) => name !== 'paypal')
  if (other !== undefined) read.wrong.push(detail('NOT_SUPPORTED', `/payment_source/${other}`))
  const at = '/payment_source/paypal'
  const wallet = source && read.below(source, 'paypal', '/payment_source')
  const context =
    (wallet && read.below(wallet, 'experience_context', at)) ??
    read.below(body, 'application_context', '') ??
    {}
  const here = `${at}/experience_context`
  read.choice(context, 'user_action', here, ['CONTINUE', 'PAY_NOW'])
  read.choice(context, 'shipping_preference', here, [
    'GET_FROM_FILE',
    'NO_SHIPPING',
    'SET_PROVIDED_ADDRESS',
  ])
  read.choice(context, 'landing_page', here, [
    'LOGIN',
    'GUEST_CHECKOUT',
    'NO_PREFERENCE',
    'BILLING',
  ])
  return {
    wallet: wallet && readWallet(read, wallet, at),
    brandName: read.text(context, 'brand_name', here, { max: 127 }) ?? 'the shop',
    returnUrl: read.text(context, 'return_url', here, { max: 2048, pattern: WEB_ADDRESS }),
    cancelUrl: read.text(context, 'cancel_url', here, { max: 2048, pattern: WEB_ADDRESS }),
  }
}

const readWallet = (read: Reader, wallet: Fields, at: string): Wallet => {
  const email_address = read.text(wallet, 'email_address', at, { max: 254, pattern: EMAIL })
  const sent = read.below(wallet, 'name', at)
  const name =
    sent &&
    withoutGaps({
      given_name: read.text(sent, 'given_name', `${at}/name`, { max: 140 }),
      surname: read.text(sent, 'surname', `${at}/name`, { max: 140 }),
    })
  return { ...(email_address !== undefined && { email_address }), ...(name && { name }) }
}

/** Without the fields that are undefined. */
const withoutGaps = <T extends Record<string, string | undefined>>(
  fields: T,
): { [K in keyof T]?: string } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: string
  }
