// The one finaliser. Whoever comes first, the payer's return, a webhook or the janitor, takes the attempt as far
// as it can go: asks the provider, writes down the answer, books what was paid. Running it again changes nothing.
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../app-error.ts'
import type { Dependencies } from '../../dependencies.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import { createAbsorb } from './absorb.ts'
import { createAskCard, type Settled } from './ask-card.ts'
import { createAskWallet } from './ask-wallet.ts'
import { createBook } from './book.ts'
import { thenRelease } from './claim.ts'
import { isDecided } from './outcome.ts'
import { createPostpone } from './postpone.ts'
import { type Attempt, claimAttempt, findAttempt } from './queries.ts'

const WAIT_MS = 100
const WAIT_MAX_MS = 25_000

export type Settle = ReturnType<typeof createSettle>
type Step = (attempt: Attempt) => Promise<Settled>

export const createSettle = (dependencies: Dependencies) => {
  const { database, log } = dependencies
  const { db } = database
  const absorb = createAbsorb(dependencies)
  const card = createAskCard(dependencies, absorb)
  const wallet = createAskWallet(dependencies, absorb)
  const book = createBook(dependencies, absorb)
  const postpone = createPostpone(dependencies, absorb)

  const askProvider = async (attempt: Attempt): Promise<Settled> => {
    // Whoever began it died before the provider heard of it, so there is nothing to ask.
    if (attempt.providerId === null) {
      if (attempt.state !== 'created' && attempt.state !== 'reserved') return { attempt }
      return { attempt: await absorb.fail(attempt, 'payment_failed') }
    }
    return attempt.method === 'stripe' ? card.ask(attempt) : wallet.ask(attempt)
  }

  const advance = async (attempt: Attempt): Promise<Settled> => {
    const isPaid = attempt.state === 'captured' || attempt.state === 'booking'
    const settled = isPaid ? { attempt } : await askProvider(attempt)
    const { state } = settled.attempt
    if (state !== 'captured' && state !== 'booking') return settled
    return { attempt: await book(settled.attempt) }
  }

  /** Runs one step on an attempt that the caller holds; a provider that fails means "ask again later". */
  const take = async (held: Attempt, step: Step): Promise<Settled> => {
    try {
      const settled = await step(held)
      const { attempt } = settled
      if (attempt.state === held.state && attempt.updatedAt <= held.updatedAt) {
        await postpone(attempt, 'the provider has not decided yet')
      }
      return settled
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      const { provider, kind, message, traceId } = error
      log.warn({ payment: held.id, provider, kind, traceId, message }, 'payment asked about later')
      const current = (await findAttempt(db, held.id)) ?? held
      await postpone(current, `${provider} answered: ${message}`)
      return { attempt: current, unanswered: provider }
    }
  }

  const run = (held: Attempt, step: Step): Promise<Settled> =>
    thenRelease(db, held, () => take(held, step))

  const claimed = async (id: string, step: Step): Promise<Settled | undefined> => {
    const held = await claimAttempt(db, id)
    return held && run(held, step)
  }

  /**
   * For callers who need the outcome: they wait while somebody else is at it, and have nothing to do
   * when that brought it to an end.
   */
  const patiently = async (id: string, step: Step = advance): Promise<Settled | undefined> => {
    const until = Date.now() + WAIT_MAX_MS
    for (;;) {
      const attempt = await findAttempt(db, id)
      if (!attempt || isDecided(attempt)) return attempt && { attempt }
      const settled = await claimed(id, step)
      if (settled) return settled
      if (Date.now() > until) return { attempt }
      await sleep(WAIT_MS)
    }
  }

  return {
    absorb,
    card,
    wallet,
    run,
    advance,
    patiently,
    /** As far as it can go now, for an attempt that somebody began before. */
    resume: async (id: string, step?: Step): Promise<Settled> => {
      const settled = await patiently(id, step)
      if (!settled) throw new AppError('payment_unknown')
      return settled
    },
    /** Undefined while somebody else is at it. */
    settle: (id: string): Promise<Settled | undefined> => claimed(id, advance),
  }
}
