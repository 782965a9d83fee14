// Asks for a human check once something has gone wrong too often from one address.
import { AppError } from './app-error.ts'
import type { Dependencies } from './dependencies.ts'
import type { Counter } from './http/bind.ts'

export const createHumanGate =
  ({ humanCheck }: Pick<Dependencies, 'humanCheck'>) =>
  async (misses: Counter, action: string, token: string | undefined): Promise<void> => {
    if (!(await misses.isReached())) return
    if (!token) throw new AppError('human_check_required', { field: 'captchaToken' })
    const isHuman = await humanCheck.isHuman(token, action).catch((error: unknown) => {
      throw new AppError('human_check_failed', { cause: error })
    })
    if (!isHuman) throw new AppError('not_human', { field: 'captchaToken' })
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
