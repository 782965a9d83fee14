// The one finaliser. Whoever comes first, the payer's return, a webhook or the janitor, takes the attempt as far
// as it can go: asks the provider, writes down the answer, books what was paid. Running it again changes nothing.
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../../app-error.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { ProviderError } from '../../../providers/provider-error.ts'
import { createBook } from '../booking/book.ts'
import { createAskCard, type Settled } from '../methods/ask-card.ts'
import { createAskWallet } from '../methods/ask-wallet.ts'
import { type Attempt, claimAttempt, findAttempt } from '../queries.ts'
import { thenRelease } from './claim.ts'
import { isDecided } from './outcome.ts'
import { createPostpone } from './postpone.ts'
import { createRecord } from './record.ts'
import { createSteps } from './steps.ts'

const WAIT_MS = 100
const WAIT_MAX_MS = 25_000

export type Settle = ReturnType<typeof createSettle>

const isToBook = ({ state }: Attempt): boolean => state === 'captured' || state === 'booking'

type Step = (attempt: Attempt) => Promise<Settled>

export const createSettle = (dependencies: Dependencies) => {
  const { database, log } = dependencies
  const { db } = database
  const steps = createSteps(dependencies)
  const record = createRecord(dependencies, steps)
  const card = createAskCard(dependencies, record)
  const wallet = createAskWallet(dependencies, steps, record)
  const book = createBook(dependencies, steps)
  const postpone = createPostpone(dependencies, steps)

  const askProvider = async (attempt: Attempt): Promise<Settled> => {
    // Whoever began it died before the provider heard of it, so there is nothing to ask.
    if (attempt.providerId === null) {
      if (attempt.state !== 'created' && attempt.state !== 'reserved') return { attempt }
      return { attempt: await steps.fail(attempt, 'payment_failed') }
    }
    return attempt.method === 'stripe' ? card.ask(attempt) : wallet.ask(attempt)
  }

  /** Asks first, then books what was paid before: money may have gone back meanwhile. */
  const advance = async (attempt: Attempt): Promise<Settled> => {
    const settled = await askProvider(attempt)
    // What has just been paid is booked by the job that came with it.
    const isOurs = isToBook(attempt) && isToBook(settled.attempt)
    return isOurs ? { attempt: await book(settled.attempt) } : settled
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
      const current = (await findAttempt(db, held.id)) ?? held
      if (!(error instanceof ProviderError)) {
        // Ours to mend; until then it waits its turn like any other.
        await postpone(current, 'an error that is in the log')
        throw error
      }
      const { provider, kind, message, traceId } = error
      log.warn({ payment: held.id, provider, kind, traceId, message }, 'payment asked about later')
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
    steps,
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
