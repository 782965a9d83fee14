// Asks for a human check where something has happened too often, and counts calls by how they end.
import { AppError } from './app-error.ts'
import type { Dependencies } from './dependencies.ts'
import type { Counter } from './http/rate-limits.ts'

/** Refuses the call unless its token proves a person. */
export type ProveHuman = () => Promise<void>

/** For one call: the token is verified at most once, because that uses it up. */
export const createHumanGate =
  ({ humanCheck }: Pick<Dependencies, 'humanCheck'>) =>
  (action: string, token: string | undefined): ProveHuman => {
    const verify = async (): Promise<void> => {
      if (!token) throw new AppError('human_check_required', { field: 'captchaToken' })
      const isHuman = await humanCheck.isHuman(token, action).catch((error: unknown) => {
        throw new AppError('human_check_failed', { cause: error })
      })
      if (!isHuman) throw new AppError('not_human', { field: 'captchaToken' })
    }
    let verified: Promise<void> | undefined
    return () => {
      verified ??= verify()
      return verified
    }
  }

export type HeldPoints = {
  /** Counts one more, and tells whether that is above the limit. */
  take(counter: Counter): Promise<boolean>
  giveBack(): Promise<void>
}

/**
 * For what is counted only if a call ends with this code: the points are taken before, so that calls at the same time
 * see each other, and given back if it ends in any other way.
 */
export const holdPoints = async <T>(
  code: AppError['code'],
  run: (held: HeldPoints) => Promise<T>,
): Promise<T> => {
  const taken: Counter[] = []
  const giveBack = async () => {
    // One point too many does less harm than an answer that is lost after money has moved.
    await Promise.allSettled(taken.splice(0).map((counter) => counter.undo()))
  }
  const take = (counter: Counter) => {
    taken.push(counter)
    return counter.count()
  }
  try {
    return await run({ take, giveBack })
  } catch (error) {
    if (error instanceof AppError && error.code === code) taken.length = 0
    throw error
  } finally {
    await giveBack()
  }
}
