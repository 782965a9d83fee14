import { ATTEMPT_STATES, type AttemptState, isFinal } from '@invoice-desk/contract/payments/admin'
import { describe, expect, it } from 'vitest'
import { type Answer, type Decision, decide, decideCancel, type Snapshot } from './decide.ts'

const PAID: Answer = {
  kind: 'paid',
  reference: 'r',
  amountCents: 1,
  currency: 'usd',
  refundedCents: 0,
}
const ANSWERS = {
  paid: PAID,
  requires_action: { kind: 'requires_action', clientSecret: 's' },
  approved: { kind: 'approved' },
  pending: { kind: 'pending' },
  declined: { kind: 'declined', reason: 'do_not_honor' },
  refused: { kind: 'refused', failureCode: 'instrument_declined' },
  open: { kind: 'open' },
  cancelled: { kind: 'cancelled' },
  gone: { kind: 'gone' },
  unanswered: { kind: 'unanswered' },
} as const satisfies Record<string, Answer>
type Name = keyof typeof ANSWERS
const NAMES = Object.keys(ANSWERS) as Name[]
const SENT = ['none', 'running', 'over', 'old'] as const

const snapshot = (change: Partial<Snapshot>): Snapshot => ({
  method: 'paypal',
  state: 'confirming',
  sent: 'running',
  isPaid: false,
  isTimeUp: false,
  failureCode: null,
  ...change,
})

const describeDecision = (decision: Decision): string => {
  if (decision.do === 'end') return decision.ending.state
  if (decision.do === 'cancel') return `cancel, then ${decision.ending.state}`
  return decision.do
}

/** Every combination, including those that the database rules out. */
const snapshots = (['stripe', 'paypal'] as const).flatMap((method) =>
  ATTEMPT_STATES.flatMap((state) =>
    SENT.flatMap((sent) =>
      [false, true].flatMap((isTimeUp) =>
        [null, 'instrument_declined'].map((failureCode) =>
          snapshot({ method, state, sent, isTimeUp, failureCode }),
        ),
      ),
    ),
  ),
)
const pairs = snapshots.flatMap((from) => NAMES.map((name) => [from, name] as const))

/** Answers that prove that this call took no money and never will. */
const isDefinite = ({ method, sent }: Snapshot, name: Name): boolean => {
  if (name === 'declined' || name === 'cancelled') return true
  // A refusal of this call counts if no earlier one can still be running.
  if (name === 'refused') return method === 'paypal' && sent !== 'running'
  // A call sent that long ago would be visible by now.
  return method === 'paypal' && sent === 'old' && (name === 'open' || name === 'approved')
}

describe('the decision', () => {
  it('never ends an attempt or returns it to the payer while money may be moving', () => {
    const broken = pairs.filter(([from, name]) => {
      const { do: doing } = decide(from, ANSWERS[name])
      const isEnded = doing === 'end' || doing === 'return'
      return from.sent !== 'none' && isEnded && !isDefinite(from, name)
    })
    expect(broken).toEqual([])
  })

  it('records money in every state', () => {
    for (const from of snapshots) expect(decide(from, PAID)).toEqual({ do: 'take', paid: PAID })
  })

  it('ignores other answers once an attempt has ended or is paid', () => {
    for (const [from, name] of pairs) {
      if (name === 'paid') continue
      if (isFinal(from.state)) expect(decide(from, ANSWERS[name])).toEqual({ do: 'wait' })
      expect(decide({ ...from, isPaid: true }, ANSWERS[name])).toEqual({ do: 'wait' })
    }
  })

  it('repeats a capture only while PayPal still knows its key', () => {
    const sent = pairs.filter(([from, name]) => decide(from, ANSWERS[name]).do === 'capture')
    expect(sent.length).toBeGreaterThan(0)
    expect(sent.filter(([from]) => from.method === 'stripe' || from.sent === 'old')).toEqual([])
  })

  it('ends a challenged card payment only after its intent is canceled', () => {
    const from = snapshot({ method: 'stripe', state: 'requires_action' })
    const ending = { state: 'cancelled' } as const
    const ends = NAMES.filter((name) => decide(from, ANSWERS[name], ending).do === 'end')
    expect(ends).toEqual(['cancelled'])
  })
})

type Row = Readonly<Record<Exclude<Name, 'paid'>, string>>
const LIVE = ['created', 'reserved', 'confirming', 'requires_action', 'unknown', 'needs_review']
const table = (change: Partial<Snapshot>): Record<string, Row> =>
  Object.fromEntries(
    LIVE.map((state) => [
      state,
      Object.fromEntries(
        NAMES.filter((name) => name !== 'paid').map((name) => [
          name,
          describeDecision(
            decide(snapshot({ ...change, state: state as AttemptState }), ANSWERS[name]),
          ),
        ]),
      ) as Row,
    ]),
  )

describe('a wallet payment', () => {
  it('without an earlier capture is decided by its order', () => {
    const answers = table({ sent: 'none' })
    expect(answers.reserved).toEqual({
      requires_action: 'wait',
      approved: 'capture',
      pending: 'wait',
      declined: 'failed',
      refused: 'return',
      open: 'wait',
      cancelled: 'cancelled',
      gone: 'cancelled',
      unanswered: 'wait',
    })
    expect(answers.confirming).toEqual({
      ...answers.reserved,
      open: 'return',
      unanswered: 'hold',
    })
  })

  it('with a capture that may still be running is never returned to the payer', () => {
    const held = {
      requires_action: 'wait',
      approved: 'capture',
      pending: 'wait',
      declined: 'failed',
      refused: 'hold',
      open: 'capture',
      cancelled: 'cancelled',
      gone: 'hold',
      unanswered: 'hold',
    }
    const answers = table({ sent: 'running' })
    expect(answers.confirming).toEqual(held)
    expect(answers.unknown).toEqual(held)
    expect(answers.needs_review).toEqual({
      ...held,
      approved: 'wait',
      open: 'wait',
      refused: 'wait',
      gone: 'wait',
      unanswered: 'wait',
    })
    // The payer's time limit doesn't change that.
    expect(table({ sent: 'running', isTimeUp: true })).toEqual(answers)
  })

  it('with a capture that is over is captured again, unless its key has expired', () => {
    expect(table({ sent: 'over' }).unknown).toMatchObject({
      approved: 'capture',
      open: 'capture',
      refused: 'return',
      gone: 'hold',
    })
    expect(table({ sent: 'old' }).unknown).toMatchObject({
      approved: 'expired',
      open: 'expired',
      gone: 'hold',
      unanswered: 'hold',
    })
  })

  it('that was refused for good ends, unless an earlier capture may still be running', () => {
    const refused: Answer = { kind: 'refused', isFinal: true, reason: 'PERMISSION_DENIED' }
    const outcomes = SENT.map((sent) => describeDecision(decide(snapshot({ sent }), refused)))
    expect(outcomes).toEqual(['failed', 'hold', 'failed', 'failed'])
  })

  it('that was declined waits half an hour for the payer', () => {
    const declined = {
      state: 'reserved',
      sent: 'none',
      failureCode: 'instrument_declined',
    } as const
    expect(describeDecision(decide(snapshot(declined), ANSWERS.approved))).toBe('wait')
    const late = snapshot({ ...declined, isTimeUp: true })
    expect(describeDecision(decide(late, ANSWERS.approved))).toBe('expired')
    expect(describeDecision(decide(snapshot({ ...late, failureCode: null }), ANSWERS.open))).toBe(
      'expired',
    )
    expect(describeDecision(decide(late, ANSWERS.refused))).toBe('expired')
  })
})

describe('a card payment', () => {
  const outcomes = {
    requires_action: 'challenge',
    approved: 'wait',
    pending: 'wait',
    declined: 'cancel, then failed',
    refused: 'wait',
    open: 'cancel, then failed',
    cancelled: 'failed',
    gone: 'wait',
    unanswered: 'hold',
  }

  it('ends when its confirmation is declined', () => {
    const answers = table({ method: 'stripe', sent: 'none' })
    expect(answers.confirming).toEqual({ ...outcomes, declined: 'failed' })
  })

  it('with a confirmation that may still be running is canceled before it ends', () => {
    const answers = table({ method: 'stripe', sent: 'running' })
    for (const state of ['confirming', 'requires_action', 'unknown']) {
      expect(answers[state]).toEqual(outcomes)
    }
    expect(answers.needs_review).toEqual({
      ...outcomes,
      requires_action: 'wait',
      unanswered: 'wait',
    })
    expect(table({ method: 'stripe', sent: 'old' })).toEqual(answers)
  })

  it('expires after half an hour without the payer', () => {
    const late = snapshot({ method: 'stripe', state: 'requires_action', isTimeUp: true })
    expect(describeDecision(decide(late, ANSWERS.requires_action))).toBe('cancel, then expired')
    expect(describeDecision(decide(late, ANSWERS.cancelled))).toBe('expired')
  })
})

describe('a payer who cancels', () => {
  it('ends an order without a capture, and cancels a card intent first', () => {
    const decided = snapshots.map((from) => [from, describeDecision(decideCancel(from))] as const)
    const ended = decided.filter(([, what]) => what === 'cancelled').map(([from]) => from)
    expect(ended.length).toBeGreaterThan(0)
    for (const from of ended) {
      expect(from).toMatchObject({ method: 'paypal', state: 'reserved', sent: 'none' })
    }
    const cancels = decided.filter(([, what]) => what.startsWith('cancel,')).map(([from]) => from)
    for (const from of cancels) {
      expect(from).toMatchObject({ method: 'stripe', state: 'requires_action' })
    }
  })
})
