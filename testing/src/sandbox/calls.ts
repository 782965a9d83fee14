// The provider calls that the sandbox received, and how many of them had to wait for one another.
import type { Call } from '@invoice-desk/sandbox/calls'
import { askSandbox, type SandboxSite } from './control.ts'

export type { Call }

/** The calls that started at this time or later (`Date.now()`), oldest first. */
export const callsOf = (sandbox: Pick<SandboxSite, 'url'>, since = 0): Promise<Call[]> =>
  askSandbox<Call[]>(sandbox, 'GET', `/calls?since=${since}`)

/**
 * The length of the longest chain of calls of which each starts after the previous one ended, so
 * parallel calls count once. Slow down every provider (fault `slow`) before you count: without a
 * delay, even calls that the app sends at the same time can be answered one after another.
 */
export const inARow = (calls: readonly Pick<Call, 'startedAt' | 'endedAt'>[]): number => {
  const spans = calls
    .map(({ startedAt, endedAt }) => ({ startedAt, endedAt: endedAt ?? Number.POSITIVE_INFINITY }))
    .sort((left, right) => left.endedAt - right.endedAt)
  let count = 0
  let freeAt = 0
  // Always taking the call that ends first gives the longest chain.
  for (const { startedAt, endedAt } of spans) {
    if (startedAt < freeAt) continue
    count += 1
    freeAt = endedAt
  }
  return count
}
