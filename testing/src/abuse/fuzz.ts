// Sends hostile requests to all operations, and checks that the contract declares each answer.

import { staffSession, staffToken } from '@invoice-desk/server/db/schema/identity'
import { sql } from 'drizzle-orm'
import { passHumanCheck } from '../sandbox/human-check.ts'
import { examplesOf, knownValues } from './examples.ts'
import { type FuzzSources, fuzzRequest } from './fuzz-requests.ts'
import { type Operation, readOperations } from './operations.ts'
import { createSender, type RawAnswer } from './send.ts'
import type { World } from './world.ts'

/** Long timeouts, because emulators can be slow on a busy machine. */
export const FUZZ_ENV = {
  METRICS_TOKEN: 'a-scraper-with-a-token',
  QBO_TIMEOUT_MS: '30000',
  PAYMENT_TIMEOUT_MS: '30000',
}

export type FuzzResult = {
  readonly requests: number
  readonly operations: number
  /** How many operations answered with 200 at least once. */
  readonly reached: number
  readonly byStatus: ReadonlyMap<number, number>
  /** Undeclared answers, server errors, and requests without an answer. */
  readonly problems: readonly string[]
  readonly unreached: readonly string[]
}

export type FuzzOptions = {
  readonly requests: number
  readonly seed: number
  readonly connections?: number
  readonly onProgress?: (done: number) => void
}

export const runFuzz = async (world: World, options: FuzzOptions): Promise<FuzzResult> => {
  const { requests, seed, connections = 16, onProgress } = options
  const sources: FuzzSources = {
    operations: await readOperations(world.shop.desk),
    examples: examplesOf(world),
    known: knownValues(world),
    tokens: { contractor: world.a.contractor.token, staff: world.staff, admin: world.admin },
    cookie: world.cookie,
    captchas: world.captchas,
  }
  const sender = createSender(world.shop.desk.url, connections)
  const byStatus = new Map<number, number>()
  const problems: string[] = []
  const reached = new Set<string>()
  const restoreSessions = await keepSessions(world)
  let next = 0
  const work = async () => {
    for (let index = next++; index < requests; index = next++) {
      if (index % 50 === 0) world.captchas.push(await passHumanCheck(world.shop.desk))
      const { operation, attack } = fuzzRequest(sources, seed * 1_000_003 + index)
      const answer = await sender.send(attack).catch((error: unknown) => String(error))
      const problem =
        typeof answer === 'string' ? `no answer (${answer})` : problemOf(operation, answer)
      if (problem) {
        const sent = `${attack.target.slice(0, 200)} ${attack.body?.toString().slice(0, 300) ?? ''}`
        problems.push(`request ${index}: ${operation.name}: ${problem}; sent ${sent}`)
      }
      if (typeof answer === 'string') continue
      if (answer.status === 200) reached.add(operation.name)
      if (operation.name === 'POST /api/cup/sign-out') await restoreLink(world)
      if (ENDS_SESSIONS.includes(operation.name)) await restoreSessions()
      byStatus.set(answer.status, (byStatus.get(answer.status) ?? 0) + 1)
      if (index % 10_000 === 9_999) onProgress?.(index + 1)
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  sender.close()
  return {
    requests,
    operations: sources.operations.length,
    reached: reached.size,
    unreached: sources.operations.map(({ name }) => name).filter((name) => !reached.has(name)),
    byStatus,
    problems,
  }
}

const ENDS_SESSIONS = [
  'DELETE /api/account/sessions',
  'POST /api/accounts/sign-out',
  'POST /api/auth/sign-out',
  'PUT /api/accounts',
]

/** Without these, the rest of the run would be refused. */
const restoreLink = ({ shop, a }: World) =>
  shop.desk.desk.dependencies.database.pool.query(
    'UPDATE verification SET revoked_at = NULL WHERE email = $1',
    [a.contractor.email],
  )

const keepSessions = async ({ shop }: World) => {
  const { db } = shop.desk.desk.dependencies.database
  const [tokens, sessions] = [
    await db.select().from(staffToken),
    await db.select().from(staffSession),
  ]
  return () =>
    db.transaction(async (tx) => {
      // Other requests of the run end sessions at the same time.
      await tx.execute(sql`LOCK TABLE ${staffSession} IN SHARE ROW EXCLUSIVE MODE`)
      await tx.insert(staffSession).values(sessions).onConflictDoNothing()
      await tx.insert(staffToken).values(tokens).onConflictDoNothing()
    })
}

/** All external services work, so a 5xx is always our error. */
const problemOf = ({ codes }: Operation, { status, text, headers }: RawAnswer) => {
  if (status >= 500) return `answered ${status} ${text.slice(0, 200)}`
  const declared = codes.get(status)
  if (!declared) return `answered ${status}, which is not declared: ${text.slice(0, 200)}`
  if (status === 200) return undefined
  const code = headers['x-error-code'] ?? codeOf(text)
  return declared.includes(String(code)) ? undefined : `answered ${status} with the code ${code}`
}

const codeOf = (text: string): unknown => {
  try {
    return JSON.parse(text).code
  } catch {
    return `none: ${text.slice(0, 100)}`
  }
}
