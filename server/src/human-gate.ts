// Asks for a human check where something has happened too often.
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

/** Runs a call and counts it when it ends in this way. */
export const countWhen = async <T>(
  code: AppError['code'],
  counters: readonly Counter[],
  run: () => Promise<T>,
): Promise<T> => {
  try {
    return await run()
  } catch (error) {
    if (error instanceof AppError && error.code === code) {
      for (const counter of counters) await counter.count()
    }
    throw error
  }
}
