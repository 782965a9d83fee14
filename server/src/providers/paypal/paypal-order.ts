// Parses PayPal's orders and translates their status.
import { parseCents } from '@invoice-desk/contract/values/money'
import { z } from 'zod'
import type { ProviderPayment } from '../payment-provider.ts'
import { ProviderError, type ProviderErrorKind } from '../provider-error.ts'

const cents = z.string().transform((text, context) => {
  const parsed = parseCents(text)
  if (parsed !== undefined) return parsed
  context.addIssue({ code: 'custom', message: 'not an amount' })
  return z.NEVER
})
const money = z.object({ currency_code: z.string(), value: cents })
const capture = z.object({
  id: z.string().min(1),
  status: z.enum(['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED', 'PENDING', 'DECLINED', 'FAILED']),
  amount: money,
})
/** Only for display, so what can't be read is left out instead of making the whole answer unreadable. */
const account = z
  .object({ email_address: z.string().regex(/^[^\p{C}\s]{1,254}$/u) })
  .optional()
  .catch(undefined)

export const order = z.object({
  id: z.string().min(1),
  status: z.enum(['CREATED', 'SAVED', 'APPROVED', 'VOIDED', 'COMPLETED', 'PAYER_ACTION_REQUIRED']),
  purchase_units: z
    .array(
      z.object({
        payments: z
          .object({
            captures: z.array(capture).default([]),
            refunds: z.array(z.object({ status: z.string(), amount: money })).default([]),
          })
          .optional(),
      }),
    )
    .default([]),
  payer: account,
  payment_source: z.object({ paypal: account, venmo: account }).optional().catch(undefined),
})
type Order = z.infer<typeof order>

/** An answer that can't be read counts as a failed call. */
export const parse = <T>(schema: z.ZodType<T>, answer: unknown, kind: ProviderErrorKind): T => {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  throw new ProviderError('paypal', kind, "its answer can't be read", { cause: parsed.error })
}

const NOT_REFUNDED: readonly string[] = ['FAILED', 'CANCELLED']
const PAID: readonly string[] = ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED']

/** A completed order can have a pending or declined capture, so the captures decide. */
export const stateOf = (found: Order): ProviderPayment => {
  const { status, purchase_units } = found
  const captures = purchase_units.flatMap(({ payments }) => payments?.captures ?? [])
  const refunds = purchase_units.flatMap(({ payments }) => payments?.refunds ?? [])
  const [first, ...others] = captures.filter((each) => PAID.includes(each.status))
  if (first) {
    return {
      kind: 'paid',
      reference: first.id,
      amountCents: sumOf([first, ...others]),
      currency: first.amount.currency_code.toLowerCase(),
      refundedCents: Math.max(
        sumOf(refunds.filter(({ status }) => !NOT_REFUNDED.includes(status))),
        // A reversal may show only on the capture.
        sumOf(captures.filter((each) => each.status === 'REFUNDED')),
      ),
      paidWith: accountTextOf(found),
    }
  }
  if (captures.some((each) => each.status === 'PENDING')) return { kind: 'pending' }
  // While the order is open, another capture may follow the failed one.
  if (captures.length > 0 && status === 'COMPLETED') return { kind: 'declined' }
  return { kind: WITHOUT_CAPTURE[status] }
}

/** PayPal's buttons and its window can offer Venmo. */
const accountTextOf = ({ payer, payment_source: source }: Order): string | undefined => {
  if (source?.venmo) return `Venmo account ${source.venmo.email_address}`
  const email = (source?.paypal ?? payer)?.email_address
  return email && `PayPal account ${email}`
}

const WITHOUT_CAPTURE = {
  CREATED: 'open',
  SAVED: 'open',
  PAYER_ACTION_REQUIRED: 'open',
  APPROVED: 'approved',
  COMPLETED: 'pending',
  VOIDED: 'cancelled',
} as const

const sumOf = (amounts: readonly { amount: { value: number } }[]): number =>
  amounts.reduce((sum, { amount }) => sum + amount.value, 0)
