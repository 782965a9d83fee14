// `Idempotency-Key`: a repeated call isn't done again and returns the first answer, even a failure.
import { createHash } from 'node:crypto'
import type { Store } from '../../store.ts'
import { invalidRequest, keyInUse, keyReused, type StripeFault } from './fault.ts'

type SavedAnswer = {
  readonly status: number
  readonly body: unknown
  readonly requestId: string
  /** Hash of the call and its parameters; null if it failed before they were read. */
  readonly digest: string | null
  readonly savedAtMs: number
}

const KEPT_MS = 24 * 60 * 60 * 1000
const KEY_LENGTH_MAX = 255
const ANSWERS_MAX = 100_000

export const createIdempotency = (store: Store) => {
  const answers = store.collection<SavedAnswer>('stripe/answers')
  const running = new Set<string>()

  const find = (key: string): SavedAnswer | undefined => {
    const saved = answers.get(key)
    return saved && Date.now() - saved.savedAtMs < KEPT_MS ? saved : undefined
  }
  const save = (key: string, answer: Omit<SavedAnswer, 'savedAtMs'>): void => {
    if (answers.size < ANSWERS_MAX) answers.set(key, { ...answer, savedAtMs: Date.now() })
  }

  return {
    /** The first answer to the same call. Refuses a key that another call used or is using. */
    replay: (key: string, digest: string): SavedAnswer | undefined => {
      if (key.length > KEY_LENGTH_MAX)
        throw invalidRequest('Idempotency keys can be at most 255 characters.')
      const saved = find(key)
      if (saved && saved.digest !== null && saved.digest !== digest) throw keyReused(key)
      if (!saved && running.has(key)) throw keyInUse()
      return saved
    },
    begin: (key: string) => void running.add(key),
    end: (key: string) => void running.delete(key),
    save,
    has: (key: string): boolean => find(key) !== undefined,
    clear: () => answers.clear(),
  }
}

/** Ignores the order of parameters. */
export const digestOf = (method: string, path: string, body: string): string => {
  const parameters = new URLSearchParams(body)
  parameters.sort()
  return createHash('sha256').update(`${method} ${path}\n${parameters}`).digest('hex')
}

/** A call that failed validation never started, so its key can be used again. */
export const isKept = ({ statusCode }: StripeFault): boolean =>
  statusCode === 402 || statusCode >= 500
