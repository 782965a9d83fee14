// Messages that devices send through the mail relay, while processes are killed and Gmail fails and loses answers.
import { createRandom } from '@invoice-desk/testing/random'
import { addDevice, type TestDevice } from '@invoice-desk/testing/relay/add-device'
import { connectGmail } from '@invoice-desk/testing/relay/connect-gmail'
import { type Killing, killAtRandom } from '../lab/apps.ts'
import { hurryRelay } from '../lab/hurry-relay.ts'
import type { Result } from '../measurements.ts'
import { type FaultLab, openFaultLab } from './fault-lab.ts'
import { type FaultMeasurement, processesText, seconds } from './measurement.ts'
import { sendUntilAccepted, type Try } from './relay-device.ts'
import { compareRelayed, findUnsettled, sweepFiles } from './relay-ledger.ts'
import { setRelayTrap } from './relay-trap.ts'
import { waitUntilComplete } from './wait-until-complete.ts'

/** In all, 10% of the calls fail. Half of them lose an answer, so Gmail has the message and we can't know. */
const FAULTS = [
  { mode: 'error', percent: 1 },
  { mode: 'timeout', percent: 1 },
  { mode: 'timeout-after', percent: 2 },
  { mode: 'cut', percent: 2 },
  { mode: 'garble', percent: 1 },
  { mode: 'throttle', percent: 2 },
  { mode: 'expire-token', percent: 1 },
] as const
/** Each may send to 500 people per day. */
const MESSAGES_PER_ACCOUNT = 400

export type RelayRun = Omit<Killing, 'random'> & {
  readonly seed: number
  readonly messages: number
  readonly atOnce: number
  /** Doesn't wait before the next try of a message. */
  readonly isHurried?: true
}

export const relayMeasurement: FaultMeasurement = {
  name: 'relay',
  run: async ({ seed, payments, processes }) => {
    const results: Result[] = []
    for (const count of processes) {
      await using lab = await openFaultLab({}, count)
      const run = { seed, messages: payments, processes: count, atOnce: 8 }
      results.push(await runRelay(lab, { ...run, calmMs: [2_000, 8_000] }))
    }
    return results
  },
}

export const runRelay = async (lab: FaultLab, run: RelayRun): Promise<Result> => {
  const { seed, messages, processes } = run
  await lab.control('/google/settings', { gmailUnitsPerMinute: 1_000_000 })
  const devices = await addDevices(lab, Math.ceil(messages / MESSAGES_PER_ACCOUNT))
  const began = Date.now()
  const trap = await setRelayTrap(lab)
  const first = await sendAll(lab, devices, { from: 0, to: 1, atOnce: 1 })
  await trap.holdCommits()
  const sending = sendAll(lab, devices, { from: 1, to: messages, atOnce: run.atOnce })
  await trap.kill()
  await addFaults(lab, seed)
  await lab.start()
  const killing = killAtRandom(lab, { ...run, random: createRandom(seed) })
  const tries = [...first, ...(await sending)]
  await killing.stop()
  const lastedMs = Date.now() - began
  const { took } = await waitUntilComplete(async () => {
    if (run.isHurried) await hurryRelay(lab.pool)
    return findUnsettled(lab)
  })
  await lab.control('/faults', undefined, 'DELETE')
  await sweepFiles(lab)
  const { figures, problems } = await compareRelayed(lab, tries)
  return {
    measurement: `Relayed messages under kills and faults, ${processesText(processes)}`,
    setup: `${messages} messages in ${seconds(lastedMs)}, ${lab.kills()} kills, 10% faults of Gmail`,
    result: `${figures}; settled after ${seconds(took)}`,
    problems,
  }
}

const addFaults = async ({ control }: FaultLab, seed: number): Promise<void> => {
  for (const [index, fault] of FAULTS.entries()) {
    const match = '/gmail/v1/'
    const share = { ...fault, match, times: 100_000, seed: seed + index }
    await control('/faults', { provider: 'google', ...share })
  }
}

const addDevices = async ({ caller }: FaultLab, count: number): Promise<TestDevice[]> => {
  const devices: TestDevice[] = []
  for (let index = 1; index <= count; index += 1) {
    const { id } = await connectGmail(caller, { address: `scans${index}@gmail.example` })
    const senders = [`scanner${index}@harborfinch.example`]
    devices.push(await addDevice(caller, id, { name: `Scanner ${index}`, senders }))
  }
  return devices
}

const sendAll = async (
  lab: FaultLab,
  devices: readonly TestDevice[],
  { from, to, atOnce }: { readonly from: number; readonly to: number; readonly atOnce: number },
): Promise<Try[]> => {
  const waiting = Array.from({ length: to - from }, (_, index) => from + index)
  const tries: Try[] = []
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
        const device = devices[index % devices.length]
        if (device) tries.push(...(await sendUntilAccepted(lab, device, index)))
      }
    }),
  )
  return tries
}
