// Logs what strangers can cause at will, such as broken requests: at most ten lines per minute, so they can't fill the log.
import type { FastifyBaseLogger } from 'fastify'

const LINES_PER_MINUTE = 10

/** The next line says how many were left out before it. */
export const createSparseLog = (log: Pick<FastifyBaseLogger, 'info'>, message: string) => {
  let [since, lines, leftOut] = [0, 0, 0]
  return (fields: Readonly<Record<string, unknown>>): void => {
    const now = Date.now()
    if (now - since >= 60_000) [since, lines] = [now, 0]
    if (lines >= LINES_PER_MINUTE) {
      leftOut += 1
      return
    }
    log.info({ ...fields, leftOut }, message)
    lines += 1
    leftOut = 0
  }
}
