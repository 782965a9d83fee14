// Reads and validates the request for a new order.
import { isRecord } from '../../web/browser.ts'
import { createReader, type Fields, type Reader } from '../api/check-fields.ts'
import { detail, invalidRequest, unprocessable } from '../api/fault.ts'
import type { OrderRequest, Unit, Wallet } from '../wire.ts'
import { problemOf } from './amounts.ts'

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const WEB_ADDRESS = /^https?:\/\/\S+$/

export const readOrderRequest = (body: unknown): OrderRequest => {
  if (!isRecord(body)) throw invalidRequest(detail('MALFORMED_REQUEST_JSON'))
  const read = createReader()
  read.allowOnly(body, '', ['intent', 'purchase_units', 'payment_source'])
  const intent = read.text(body, 'intent', '', { max: 255, required: true })
  if (intent === 'AUTHORIZE') read.wrong.push(detail('NOT_SUPPORTED', '/intent', intent))
  else if (intent !== undefined && intent !== 'CAPTURE')
    read.wrong.push(detail('INVALID_PARAMETER_VALUE', '/intent', intent))
  const sent = readOnlyUnit(read, body.purchase_units)
  // PayPal identifies a unit by its reference, not by its position.
  const at = `/purchase_units/@reference_id=='${String(sent?.reference_id ?? 'default')}'`
  const unit = sent && readUnit(read, sent, at)
  const payment = readPayment(read, body)
  if (read.wrong.length > 0 || !unit) throw invalidRequest(...read.wrong)
  const problem = problemOf(unit.amount, `${at}/amount`)
  if (problem) throw unprocessable(problem)
  return { unit, ...payment }
}

const readOnlyUnit = (read: Reader, units: unknown): Fields | undefined => {
  const issue = unitsIssue(units)
  if (issue) read.wrong.push(detail(issue, '/purchase_units'))
  return issue ? undefined : (units as Fields[])[0]
}

const unitsIssue = (units: unknown): string | undefined => {
  if (units === undefined) return 'MISSING_REQUIRED_PARAMETER'
  if (!Array.isArray(units) || !units.every(isRecord)) return 'INVALID_PARAMETER_SYNTAX'
  if (units.length === 0) return 'INVALID_ARRAY_MIN_ITEMS'
  return units.length > 1 ? 'NOT_SUPPORTED' : undefined
}

const readUnit = (read: Reader, unit: Fields, at: string): Unit | undefined => {
  const amount = read.money(unit, 'amount', at, true)
  const texts = withoutUndefined({
    description: read.text(unit, 'description', at, { max: 127 }),
    custom_id: read.text(unit, 'custom_id', at, { max: 127 }),
    invoice_id: read.text(unit, 'invoice_id', at, { max: 127 }),
  })
  const reference_id = read.text(unit, 'reference_id', at, { max: 256 }) ?? 'default'
  read.allowOnly(unit, at, ['amount', 'reference_id', 'description', 'custom_id', 'invoice_id'])
  return amount && { reference_id, amount, ...texts }
}

const CONTEXT_FIELDS = [
  'user_action',
  'shipping_preference',
  'brand_name',
  'return_url',
  'cancel_url',
]

const readPayment = (read: Reader, body: Fields): Omit<OrderRequest, 'unit'> => {
  const source = read.below(body, 'payment_source', '') ?? {}
  read.allowOnly(source, '/payment_source', ['paypal'])
  const at = '/payment_source/paypal'
  const wallet = read.below(source, 'paypal', '/payment_source')
  const context = (wallet && read.below(wallet, 'experience_context', at)) ?? {}
  const here = `${at}/experience_context`
  read.allowOnly(context, here, CONTEXT_FIELDS)
  read.choice(context, 'user_action', here, ['CONTINUE', 'PAY_NOW'])
  read.choice(context, 'shipping_preference', here, [
    'GET_FROM_FILE',
    'NO_SHIPPING',
    'SET_PROVIDED_ADDRESS',
  ])
  return {
    wallet: wallet && readWallet(read, wallet, at),
    brandName: read.text(context, 'brand_name', here, { max: 127 }) ?? 'the shop',
    returnUrl: read.text(context, 'return_url', here, { max: 2048, pattern: WEB_ADDRESS }),
    cancelUrl: read.text(context, 'cancel_url', here, { max: 2048, pattern: WEB_ADDRESS }),
  }
}

const readWallet = (read: Reader, wallet: Fields, at: string): Wallet => {
  read.allowOnly(wallet, at, ['email_address', 'name', 'experience_context'])
  const email_address = read.text(wallet, 'email_address', at, { max: 254, pattern: EMAIL })
  const sent = read.below(wallet, 'name', at)
  const name =
    sent &&
    withoutUndefined({
      given_name: read.text(sent, 'given_name', `${at}/name`, { max: 140 }),
      surname: read.text(sent, 'surname', `${at}/name`, { max: 140 }),
    })
  return { ...(email_address !== undefined && { email_address }), ...(name && { name }) }
}

const withoutUndefined = <T extends Record<string, string | undefined>>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: string
  }
