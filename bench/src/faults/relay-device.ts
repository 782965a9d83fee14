// A device that sends by SMTP, and sends again what wasn't answered with 250.
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestDevice } from '@invoice-desk/testing/relay/add-device'
import { sendMail } from '@invoice-desk/testing/relay/send-mail'
import type { FaultLab } from './fault-lab.ts'

/** Each try has a subject of its own, so what we repeat can be told from what the device repeats. */
export type Try = {
  readonly subject: string
  readonly messageId: string
  readonly isAccepted: boolean
}

const TIMEOUT_MS = 5_000
const PAUSE_MS = 300
const TRIES_MAX = 200

export const sendUntilAccepted = async (
  { relayPorts, sandbox }: FaultLab,
  device: TestDevice,
  index: number,
): Promise<Try[]> => {
  const messageId = `<scan-${index}@harborfinch.example>`
  const tries: Try[] = []
  for (let count = 0; count < TRIES_MAX; count += 1) {
    await sleep(PAUSE_MS)
    const port = relayPorts[(index + count) % relayPorts.length] ?? 0
    const site = { relay: { port, tlsPort: port }, sandbox }
    const subject = `Scan ${index}, try ${count}`
    const to = `client${index}@client.example`
    const message = { from: device.senders[0], to, subject, messageId, text: 'Page 1' }
    const isAccepted = await sendMail(site, device, message, { timeoutMs: TIMEOUT_MS }).then(
      () => true,
      () => false,
    )
    tries.push({ subject, messageId, isAccepted })
    if (isAccepted) break
  }
  return tries
}
