// Gives up on something that takes too long.

/** Named like the error of `AbortSignal.timeout`. */
export class TookTooLong extends Error {
  override readonly name = 'TimeoutError'
}

/** What happens after the limit is ignored. */
export const withTimeLimit = async <T>(run: () => Promise<T>, limitMs: number): Promise<T> => {
  const tooLong = Promise.withResolvers<never>()
  const timer = setTimeout(() => tooLong.reject(new TookTooLong()), limitMs)
  try {
    return await Promise.race([run(), tooLong.promise])
  } finally {
    clearTimeout(timer)
  }
}
