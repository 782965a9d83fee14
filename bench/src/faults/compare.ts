// Compares the providers' charges, the payments in QuickBooks and our attempts, invoice by invoice.
import type { PaymentDifference } from '@invoice-desk/contract/payments/admin'
import type { FaultLab } from './fault-lab.ts'
import { type Attempt, type Charge, type Ledgers, readLedgers } from './ledgers.ts'

/** Each problem is a sentence; there are none when everything agrees. */
type Problems = readonly string[]
export type Verdict = {
  readonly charges: number
  readonly bookings: number
  /** Charges that were refunded, in whole or in part. */
  readonly refunds: number
  /** Charges that staff see in a review or in the reconciliation. */
  readonly named: number
  readonly chargedTwice: Problems
  /** Charged, but neither booked nor reported to staff. */
  readonly unbooked: Problems
  readonly bookedTwice: Problems
  /** Captured, or charged to a card without a review, although the invoice was settled or voided while the payer was away. */
  readonly paidAfterChange: Problems
  /** All disagreements between the ledgers. */
  readonly problems: Problems
}

/** Without `differences`, refunds aren't checked: only a reconciliation finds one whose webhook was lost. */
export const compare = async (
  lab: FaultLab,
  differences?: readonly PaymentDifference[],
): Promise<Verdict> => judge(await readLedgers(lab), differences)

export const judge = (ledgers: Ledgers, differences?: readonly PaymentDifference[]): Verdict => {
  const { charges, bookings, attempts } = ledgers
  const attemptOf = new Map(attempts.map((attempt) => [attempt.id, attempt]))
  const booked = Map.groupBy(bookings, ({ reference }) => reference)
  const namedIds = new Set(differences?.flatMap(({ providerId }) => providerId ?? []))
  const isNamed = ({ id, attemptId }: Charge): boolean =>
    namedIds.has(id) || isInReview(attemptOf.get(attemptId))
  const isSilent = (charge: Charge): boolean => !isNamed(charge)
  const copiesOf = ({ id }: Charge) => booked.get(id) ?? []

  const chargedTwice = paidAbove(ledgers)
  const unbooked = charges
    .filter((charge) => copiesOf(charge).length === 0 && isSilent(charge))
    .map(({ id }) => `${id} is charged, but neither booked nor reported`)
  const bookedTwice = [
    ...charges
      .filter((charge) => copiesOf(charge).length > 1)
      .map(({ id }) => `${id} is booked more than once`),
    ...bookedAbove(ledgers),
  ]
  const paidAfterChange = findPaidAfterChange(ledgers, isNamed)
  const others = charges.flatMap((charge) => [
    ...problemsOf(charge, attemptOf.get(charge.attemptId), isNamed(charge)),
    ...copiesOf(charge)
      .filter(({ cents }) => cents !== charge.cents)
      .map(({ reference }) => `${reference} is booked with a different amount`),
    ...(differences && charge.refundedCents > 0 && isSilent(charge)
      ? [`${charge.id} is refunded, and staff don't see it`]
      : []),
  ])
  return {
    charges: charges.length,
    bookings: bookings.length,
    refunds: charges.filter(({ refundedCents }) => refundedCents > 0).length,
    named: charges.filter(isNamed).length,
    chargedTwice,
    unbooked,
    bookedTwice,
    paidAfterChange,
    problems: [
      ...[chargedTwice, unbooked, bookedTwice, paidAfterChange, others].flat(),
      ...withoutCharge(ledgers),
    ],
  }
}

const ENDS_WITHOUT_MONEY: readonly string[] = ['failed', 'cancelled', 'expired']

const isInReview = (attempt: Attempt | undefined): boolean =>
  attempt !== undefined && (attempt.isToReview || attempt.state === 'needs_review')

const problemsOf = (
  { id }: Charge,
  attempt: Attempt | undefined,
  isNamed: boolean,
): readonly string[] => {
  if (!attempt) return isNamed ? [] : [`${id} belongs to no attempt`]
  const { state, paidAfter } = attempt
  return [
    ...(state === 'booked' || isNamed ? [] : [`${id}: its attempt is ${state}`]),
    // An ended attempt releases its invoices, so they could be paid twice.
    ...(ENDS_WITHOUT_MONEY.includes(paidAfter ?? '')
      ? [`${id} was charged after its attempt had ended as ${paidAfter}`]
      : []),
  ]
}

/** Invoices for which the providers together hold more than was owed. */
const paidAbove = ({ charges, attempts, invoices }: Ledgers): Problems => {
  const linesOf = new Map(attempts.map(({ id, lines }) => [id, lines]))
  const paid = charges.flatMap(({ attemptId, cents, refundedCents }) =>
    (linesOf.get(attemptId) ?? []).map((line) => ({
      key: line.invoiceId,
      cents: Math.min(line.cents, cents - refundedCents),
    })),
  )
  const paidOf = sumBy(paid)
  return [...invoices]
    .filter(([id, { cents }]) => (paidOf.get(id) ?? 0) > cents)
    .map(([, { number }]) => `invoice ${number} is charged twice`)
}

/** A card's charge can't be prevented once the payer is on the bank's page, so staff must see it. */
const findPaidAfterChange = (
  { charges, attempts, invoices }: Ledgers,
  isNamed: (charge: Charge) => boolean,
): Problems => {
  const attemptOf = new Map(attempts.map((attempt) => [attempt.id, attempt]))
  return charges
    .filter(({ attemptId }) =>
      attemptOf.get(attemptId)?.lines.some(({ invoiceId }) => invoices.get(invoiceId)?.isChanged),
    )
    .filter((charge) => charge.method === 'paypal' || !isNamed(charge))
    .map(({ id, method }) => `${id} was paid by ${method} after the invoice had changed`)
}

/** Customers who have more booked than they owed. */
const bookedAbove = ({ bookings, invoices }: Ledgers): Problems => {
  const owedBy = sumBy([...invoices.values()].map(({ customerId: key, cents }) => ({ key, cents })))
  const bookedBy = sumBy(bookings.map(({ customerId: key, cents }) => ({ key, cents })))
  return [
    ...[...bookedBy]
      .filter(([customerId, cents]) => cents > (owedBy.get(customerId) ?? 0))
      .map(([customerId]) => `customer ${customerId} has more booked than they owed`),
    ...[...invoices.values()]
      .filter(({ balanceCents }) => balanceCents < 0)
      .map(({ number }) => `invoice ${number} is overpaid`),
  ]
}

const sumBy = (amounts: readonly { key: string; cents: number }[]): Map<string, number> => {
  const sums = new Map<string, number>()
  for (const { key, cents } of amounts) sums.set(key, (sums.get(key) ?? 0) + cents)
  return sums
}

/** Booked, here or in QuickBooks, without a charge. */
const withoutCharge = ({ charges, bookings, attempts }: Ledgers): Problems => {
  const charged = new Set(charges.map(({ id }) => id))
  return [
    ...bookings
      .filter(({ reference }) => !charged.has(reference))
      .map(({ reference }) => `${reference} is booked without a charge`),
    ...attempts
      .filter(({ state, reference }) => state === 'booked' && !charged.has(reference ?? ''))
      .map(({ id }) => `attempt ${id} is booked without a charge`),
  ]
}
