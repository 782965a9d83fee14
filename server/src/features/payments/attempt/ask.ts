// Asks the provider about an attempt, or sends it the call that moves money, and acts on the answer.
import { PAYMENT_METHODS } from '@invoice-desk/contract/payments/payment-methods'
import type { Dependencies } from '../../../dependencies.ts'
import type { AppError } from '../../../lib/app-error.ts'
import type { ProviderPayment } from '../../../providers/payment-provider.ts'
import { ProviderError, type ProviderName } from '../../../providers/provider-error.ts'
import { type Attempt, type HeldLine, listLines, updateAttempt } from '../queries.ts'
import { keysOf, SEND_MS_MAX } from './attempt.ts'
import { type Checked, checkBalances } from './balances.ts'
import { type Answer, type Decision, decide, decideCancel, HOLD, snapshotOf } from './decide.ts'
import { recordOutcome } from './record.ts'
import { markSent } from './store-move.ts'
import { end, fail, reload, tryMove } from './transitions.ts'

export type Settled = {
  readonly attempt: Attempt
  /** Only while the payer's bank is waiting for them to respond. */
  readonly clientSecret?: string
  /** The service that didn't answer, so we learned nothing new. */
  readonly unanswered?: ProviderName
  /** Why the attempt has just ended, with everything the payer's page needs. */
  readonly refusal?: AppError
  /** This wasn't a check, so the next one stays due. */
  readonly isIdle?: boolean
}

/** Leaves the attempt as it is. */
export const leave = (attempt: Attempt): Settled => ({ attempt, isIdle: true })

const CONFIRMABLE: readonly string[] = ['created', 'reserved', 'confirming', 'unknown']

const unanswered = ({ log }: Dependencies, { id: payment }: Attempt, error: unknown): Answer => {
  if (!(error instanceof ProviderError)) throw error
  const { provider, kind, message, traceId } = error
  log.warn({ payment, provider, kind, message, traceId }, 'a payment provider did not answer')
  const failureCode = kind === 'rejected' ? 'payment_failed' : 'card_unavailable'
  return { kind: 'unanswered', failureCode }
}

const act = async (deps: Dependencies, attempt: Attempt, decision: Decision): Promise<Settled> => {
  switch (decision.do) {
    case 'capture':
      return confirm(deps, attempt)
    case 'cancel': {
      const seen = await deps.drivers[attempt.method].cancel(attempt.providerId ?? '')
      const after = decide(snapshotOf(attempt), seen, decision.ending)
      // Canceling again would give the same answer.
      return after.do === 'cancel' ? { attempt } : act(deps, attempt, after)
    }
    case 'challenge':
      return challenge(deps, attempt, decision)
    default:
      return { attempt: await recordOutcome(deps, attempt, decision) }
  }
}

/** The invoices may have changed while the bank waited for the payer. If so, the intent is canceled while it can be. */
const challenge = async (
  deps: Dependencies,
  attempt: Attempt,
  decision: Extract<Decision, { do: 'challenge' }>,
): Promise<Settled> => {
  const { clientSecret } = decision
  // The first time, they have just been checked.
  const isRepeat = attempt.state === 'requires_action'
  const checked = isRepeat ? await recheck(deps, attempt).catch(ignoreUnread) : undefined
  if (!checked?.refusal) {
    return { attempt: await recordOutcome(deps, attempt, decision), clientSecret }
  }
  const { lines, refusal } = checked
  const ending = { state: 'failed', code: refusal.code, text: refusal.message, lines } as const
  const settled = await act(deps, attempt, { do: 'cancel', ending })
  return settled.attempt.state === 'failed' ? { ...settled, refusal } : settled
}

/** Only the first time with the priority of money, because payers' pages cause many repeats. */
const recheck = async (deps: Dependencies, attempt: Attempt): Promise<Checked> => {
  const priority = attempt.state === 'reserved' ? 'money' : 'visitors'
  const lines = await listLines(deps.database.db, attempt.id)
  return checkBalances(deps, attempt, lines, priority)
}

const ignoreUnread = (error: unknown): undefined => {
  if (!(error instanceof ProviderError)) throw error
}

/** Ends an attempt for which nothing was sent, and says why. Another worker may have gone on with it since. */
export const endRefused = async (
  deps: Dependencies,
  attempt: Attempt,
  refusal: AppError,
  lines: readonly HeldLine[],
): Promise<Settled> => {
  const { code, message: text } = refusal
  const ended = await fail(deps, attempt, code, { text, lines })
  return { attempt: ended, ...(ended.state === 'failed' && { refusal }) }
}

/**
 * The payer was at the wallet for up to half an hour, or an earlier call may never have arrived. If the balances can't be
 * read, we try again; if nothing was sent, until the payer's time is up.
 */
const refuseChanged = async (
  deps: Dependencies,
  attempt: Attempt,
): Promise<Settled | undefined> => {
  const isFirst = attempt.state === 'reserved'
  const { isTimeUp } = snapshotOf(attempt)
  const checked = await recheck(deps, attempt).catch(async (error: unknown) => {
    if (!(error instanceof ProviderError)) throw error
    if (!isFirst || !isTimeUp) throw await keepTrying(deps, attempt, error)
  })
  if (!checked) return { attempt: await end(deps, attempt, { state: 'expired' }) }
  if (!checked.refusal) return undefined
  if (isFirst) return endRefused(deps, attempt, checked.refusal, checked.lines)
  // An earlier call may have taken the money, so only the provider can end this one.
  return { attempt: await recordOutcome(deps, attempt, HOLD) }
}

/** After an earlier refusal, checks would wait for the payer to try again, which they just have. */
const keepTrying = async (deps: Dependencies, { id, failureCode }: Attempt, error: unknown) => {
  if (failureCode !== null)
    await updateAttempt(deps.database.db, id, { failureCode: null, failureText: null })
  return error
}

/** Records the call before it's sent. Undefined for a worker that lost the race. */
const beginSending = (
  deps: Dependencies,
  attempt: Attempt,
  opened: Opened | undefined,
): Promise<Attempt | undefined> => {
  const isBegun = attempt.state !== 'created' && attempt.state !== 'reserved'
  if (isBegun) return markSent(deps.database.db, attempt, 'sentAt')
  return tryMove(deps, attempt, {
    to: 'confirming',
    action: 'payment_confirming',
    change: { ...opened?.change, failureCode: null, failureText: null },
    ...(opened && { lines: opened.lines }),
    isSending: true,
  })
}

/** A new intent or order, and its invoices as QuickBooks showed them at the same time. */
export type Opened = {
  readonly change: Checked['customer'] & { readonly providerId: string }
  readonly lines: readonly HeldLine[]
}

/** Sends one confirmation or capture, and interprets the answer with what we know about earlier calls. */
export const confirm = async (
  deps: Dependencies,
  attempt: Attempt,
  { opened, cardToken }: { opened?: Opened; cardToken?: string } = {},
): Promise<Settled> => {
  const isOpened = opened !== undefined || attempt.providerId !== null
  if (!isOpened || !CONFIRMABLE.includes(attempt.state)) return { attempt }
  const { sent } = snapshotOf(attempt)
  // For the provider, the same key would be a new call by now.
  if (sent === 'old') return ask(deps, attempt)
  if (!opened) {
    const refused = await refuseChanged(deps, attempt)
    if (refused) return refused
  }
  const row = await beginSending(deps, attempt, opened)
  if (!row) return { attempt: await reload(deps, attempt) }
  const answer = await deps.drivers[row.method]
    .confirm({
      providerId: row.providerId ?? '',
      key: keysOf(row).confirm,
      notAfter: (row.sentAt?.getTime() ?? 0) + SEND_MS_MAX,
      cardToken,
    })
    .then((seen) => assertSettled(row, seen))
    .catch((error: unknown) => unanswered(deps, attempt, error))
  const decision = decide({ ...snapshotOf(row), sent }, answer)
  // One call never leads to another.
  return act(deps, row, decision.do === 'capture' ? HOLD : decision)
}

/** A wallet's order that looks unchanged right after its capture doesn't say whether the money moved. */
const assertSettled = ({ method }: Attempt, seen: ProviderPayment): ProviderPayment => {
  const isUnchanged = seen.kind === 'approved' || seen.kind === 'open'
  if (isUnchanged && PAYMENT_METHODS[method].kind === 'wallet')
    throw new ProviderError(method, 'outcome_unknown', 'the order looks unchanged')
  return seen
}

/** Some providers list disputes separately. If they can't be read, we keep what we know and ask again later. */
const addDispute = async (deps: Dependencies, attempt: Attempt, seen: ProviderPayment) => {
  const { method, reference } = attempt
  const driver = deps.drivers[method]
  if (!driver.findDispute || seen.kind !== 'paid' || reference === null) return { answer: seen }
  let isPartial = false
  const dispute = await driver.findDispute(reference).catch((error: unknown) => {
    unanswered(deps, attempt, error)
    // A business may not let us read its disputes at all.
    isPartial = !(error instanceof ProviderError && error.kind === 'auth')
    return attempt.dispute ?? undefined
  })
  return { answer: { ...seen, ...(dispute && { dispute }) }, isPartial }
}

export const ask = async (deps: Dependencies, attempt: Attempt): Promise<Settled> => {
  const seen = await deps.drivers[attempt.method].find(attempt.providerId ?? '')
  const { answer, isPartial } = await addDispute(deps, attempt, seen)
  const settled = await act(deps, attempt, decide(snapshotOf(attempt), answer))
  return isPartial ? { ...settled, unanswered: attempt.method } : settled
}

/** Sends no call that could take money. */
export const look = async (deps: Dependencies, attempt: Attempt): Promise<Settled> => {
  const seen = await deps.drivers[attempt.method].find(attempt.providerId ?? '')
  const decision = decide(snapshotOf(attempt), seen)
  return act(deps, attempt, decision.do === 'capture' ? HOLD : decision)
}

/** For a payer who cancels. */
export const cancel = (deps: Dependencies, attempt: Attempt): Promise<Settled> =>
  act(deps, attempt, decideCancel(snapshotOf(attempt)))
