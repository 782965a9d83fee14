// Figure 6: mails that were asked for while the app is killed and the mail server fails.
import { setTimeout as sleep } from 'node:timers/promises'
import { sendVerification } from '@invoice-desk/contract/contractor'
import { createRandom } from '@invoice-desk/testing/random'
import type { Result } from '../figures.ts'
import { killAtRandom } from './apps.ts'
import { type FaultFigure, processesText, seconds } from './figure.ts'
import { openTown, type Town } from './town.ts'
import { waitForNone } from './wait-for-none.ts'

const AT_ONCE = 8
/** Slow enough for several kills to fall among them. */
const PACE_MS = 150
const TRIES_MAX = 200

export const mailsFigure: FaultFigure = {
  name: 'mails',
  run: async ({ payments, seed, processes }) => {
    const results: Result[] = []
    for (const count of processes) {
      const town = await openTown({}, count)
      try {
        results.push(await mailOut(town, { seed, mails: payments, processes: count }))
      } finally {
        await town.close()
      }
    }
    return results
  },
}

type Post = { readonly seed: number; readonly mails: number; readonly processes: number }

const mailOut = async (town: Town, { seed, mails, processes }: Post): Promise<Result> => {
  const random = createRandom(seed)
  const mode = 'error'
  await town.control('/faults', { provider: 'mail', mode, percent: 10, times: 100_000, seed })
  const waiting = Array.from({ length: mails }, (_, index) => `m${index}@mail.example`)
  const promised: string[] = []
  const killing = killAtRandom(town, { random, processes, calmMs: [500, 2_500] })
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let email = waiting.shift(); email; email = waiting.shift()) {
        if (await ask(town, email)) promised.push(email)
      }
    }),
  )
  await killing.stop()
  await town.control('/faults', undefined, 'DELETE')
  const { missing: lost, took } = await waitForNone(() => findLost(town, promised))
  return {
    figure: `6 mails under kills, ${processesText(processes)}`,
    done: `${promised.length} mails promised, ${town.kills()} kills, 10 % refused by the mail server`,
    result: `${lost.length} lost; all there after ${seconds(took)}`,
    problems: lost.slice(0, 5).map((email) => `no mail to ${email}`),
  }
}

/** Whether the app said that the mail will come; while nobody answers, people try again. */
const ask = async ({ caller }: Town, email: string): Promise<boolean> => {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    await sleep(PACE_MS)
    const answer = await caller.call(sendVerification, { body: { email } }).catch(() => undefined)
    if (answer && answer.status < 500) return answer.status === 200
  }
  return false
}

const findLost = async ({ control }: Town, promised: readonly string[]): Promise<string[]> => {
  const mails = (await control('/mail/messages')) as { to: string | string[] }[]
  const arrived = new Set(mails.flatMap(({ to }) => to))
  return promised.filter((email) => !arrived.has(email))
}
