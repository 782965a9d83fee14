// Emails requested while the app is killed and the mail server fails.
import { setTimeout as sleep } from 'node:timers/promises'
import { sendVerification } from '@invoice-desk/contract/contractor/contractor'
import { createRandom } from '@invoice-desk/testing/random'
import { killAtRandom } from '../lab/apps.ts'
import type { Result } from '../measurements.ts'
import { type FaultLab, openFaultLab } from './fault-lab.ts'
import { type FaultMeasurement, processesText, seconds } from './measurement.ts'
import { waitUntilComplete } from './wait-until-complete.ts'

const AT_ONCE = 8
/** Slow enough for several kills during the run. */
const PACE_MS = 150
const TRIES_MAX = 200

export const emailsMeasurement: FaultMeasurement = {
  name: 'emails',
  run: async ({ payments, seed, processes }) => {
    const results: Result[] = []
    for (const count of processes) {
      await using lab = await openFaultLab({}, count)
      results.push(await sendEmails(lab, { seed, mails: payments, processes: count }))
    }
    return results
  },
}

type EmailRun = { readonly seed: number; readonly mails: number; readonly processes: number }

const sendEmails = async (lab: FaultLab, { seed, mails, processes }: EmailRun): Promise<Result> => {
  const random = createRandom(seed)
  const mode = 'error'
  await lab.control('/faults', { provider: 'mail', mode, percent: 10, times: 100_000, seed })
  const waiting = Array.from({ length: mails }, (_, index) => `m${index}@mail.example`)
  const accepted: string[] = []
  const killing = killAtRandom(lab, { random, processes, calmMs: [500, 2_500] })
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let email = waiting.shift(); email; email = waiting.shift()) {
        if (await requestLink(lab, email)) accepted.push(email)
      }
    }),
  )
  await killing.stop()
  await lab.control('/faults', undefined, 'DELETE')
  const { missing: lost, took } = await waitUntilComplete(() => findLost(lab, accepted))
  return {
    measurement: `Emails under kills, ${processesText(processes)}`,
    setup: `${accepted.length} emails, ${lab.kills()} kills, 10% refused by the mail server`,
    result: `${lost.length} lost; all sent after ${seconds(took)}`,
    problems: lost.slice(0, 5).map((email) => `no email to ${email}`),
  }
}

/** Returns whether the app accepted the request; people retry until they get an answer. */
const requestLink = async ({ caller }: FaultLab, email: string): Promise<boolean> => {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    await sleep(PACE_MS)
    const answer = await caller.call(sendVerification, { body: { email } }).catch(() => undefined)
    if (answer && answer.status < 500) return answer.status === 200
  }
  return false
}

const findLost = async ({ control }: FaultLab, accepted: readonly string[]): Promise<string[]> => {
  const mails = (await control('/mail/messages')) as { to: string | string[] }[]
  const arrived = new Set(mails.flatMap(({ to }) => to))
  return accepted.filter((email) => !arrived.has(email))
}
