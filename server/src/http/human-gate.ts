// Requires a human check when something happens too often, and counts calls by their outcome.

import type { Dependencies } from '../dependencies.ts'
import { AppError } from '../lib/app-error.ts'
import { type Counter, countAll, undoAll } from './rate-limits.ts'

/** Throws unless the call's token passes the human check. */
export type ProveHuman = () => Promise<void>

/** Throws unless the token passes the human check for this action. `missing` is the error if there's no token. */
export const assertHuman = async (
  { humanCheck }: Pick<Dependencies, 'humanCheck'>,
  action: string,
  token: string | undefined,
  missing: 'human_check_required' | 'human_check_missing' = 'human_check_required',
): Promise<void> => {
  if (!token) throw new AppError(missing, { field: 'captchaToken' })
  const isHuman = await humanCheck.isHuman(token, action).catch((error: unknown) => {
    throw new AppError('human_check_failed', { cause: error })
  })
  if (!isHuman) throw new AppError('not_human', { field: 'captchaToken' })
}

/** For one call. Verifies the token at most once, because that uses it up. */
export const createHumanGate =
  (deps: Dependencies) =>
  (action: string, token: string | undefined): ProveHuman => {
    let verified: Promise<void> | undefined
    return () => {
      verified ??= assertHuman(deps, action, token)
      return verified
    }
  }

export type HeldPoints = {
  /** Counts one more for each, and says which exceed their limit. Those in `kept` are never returned. */
  takeAll(counters: readonly Counter[], kept?: readonly Counter[]): Promise<boolean[]>
  giveBack(): Promise<void>
}

/**
 * Counts points only if the call ends with one of these codes. They are taken first, so concurrent calls see each other, and
 * returned if the call ends in any other way.
 */
export const holdPoints = async <T>(
  codes: readonly AppError['code'][],
  run: (held: HeldPoints) => Promise<T>,
): Promise<T> => {
  const taken: Counter[] = []
  // One point too many is better than losing the response after money has moved.
  const giveBack = () => undoAll(taken.splice(0)).catch(() => {})
  const takeAll: HeldPoints['takeAll'] = (counters, kept = []) => {
    taken.push(...counters)
    return countAll([...counters, ...kept])
  }
  try {
    return await run({ takeAll, giveBack })
  } catch (error) {
    if (error instanceof AppError && codes.includes(error.code)) taken.length = 0
    throw error
  } finally {
    await giveBack()
  }
}
