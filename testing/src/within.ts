// Gives up, by name, on what should have been done long ago: a test that hangs then says where.

/** Less than a test may take, and more than anything in it does on a busy machine. */
const LIMIT_MS = 40_000

export const within = async <T>(what: string, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    const error = new Error(`${what}: no end after ${LIMIT_MS / 1_000} s`)
    timer = setTimeout(() => reject(error), LIMIT_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
