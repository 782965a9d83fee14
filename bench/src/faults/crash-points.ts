// Kills the app at each step of a payment and of a bill, and checks that it recovers.
import { setTimeout as sleep } from 'node:timers/promises'
import { waitFor } from '@invoice-desk/testing/wait-for'
import { killBills } from './bill-points.ts'
import { compare } from './compare.ts'
import { type FaultLab, openFaultLab } from './fault-lab.ts'
import { type FaultMeasurement, seconds } from './measurement.ts'
import { pay, type Way } from './payer.ts'
import { waitUntilSettled } from './settled.ts'
import { type Crash, crashes, setTrap, waitUntilTrapped } from './trap.ts'
import { waitUntilComplete } from './wait-until-complete.ts'

type Point = Crash & { readonly way: Way }

export const POINTS: readonly Point[] = crashes([
  { step: 'opening the intent', way: 'card', provider: 'stripe', match: '/v1/payment_intents' },
  { step: 'confirming the card', way: 'card', provider: 'stripe', match: '/confirm' },
  { step: 'opening the order', way: 'wallet', provider: 'paypal', match: '/v2/checkout/orders' },
  { step: 'capturing the order', way: 'wallet', provider: 'paypal', match: '/capture' },
  { step: 'booking a card payment', way: 'card', provider: 'quickbooks', match: '/payment?' },
  { step: 'booking a wallet payment', way: 'wallet', provider: 'quickbooks', match: '/payment?' },
  { step: 'the receipt email', way: 'card', provider: 'mail', match: 'SEND' },
])
const AMOUNT = 120

export const crashPointsMeasurement: FaultMeasurement = {
  name: 'crash-points',
  run: async () => {
    // Long enough that all calls are still held at the kill.
    const timeouts = { PAYMENT_TIMEOUT_MS: '60000', QBO_TIMEOUT_MS: '60000' }
    await using lab = await openFaultLab(timeouts)
    for (const point of POINTS) await payUntilHeld(lab, point)
    const [held] = await holdAnswer(lab)
    await lab.kill()
    await held?.()
    await lab.control('/faults', undefined, 'DELETE')
    await lab.start()
    const settledMs = await waitUntilSettled(lab)
    const { problems, charges } = await compare(lab)
    const { missing: unmailed } = await waitUntilComplete(() => findUnmailed(lab))
    return [
      {
        measurement: 'Payments killed at each step',
        setup: `${POINTS.length + 1} steps: ${[...POINTS.map(({ name }) => name), HELD].join('; ')}`,
        result: `${charges} charged and booked, the others not charged; settled after ${seconds(settledMs)}`,
        problems: [
          ...problems,
          ...(settledMs === Number.POSITIVE_INFINITY ? ['It never settled.'] : []),
          ...unmailed,
        ],
      },
      await killBills(lab),
    ]
  },
}

const HELD = 'between the card’s answer and recording it'
let numbers = 0
const newInvoice = async ({ company }: FaultLab): Promise<string> => {
  numbers += 1
  const number = `X-${numbers}`
  await company.addInvoice(number, AMOUNT)
  return number
}

/** Pays until the service holds the call. */
export const payUntilHeld = async (lab: FaultLab, point: Point): Promise<void> => {
  const number = await newInvoice(lab)
  await setTrap(lab, point)
  void pay(lab, { number, amount: AMOUNT, way: point.way, isHasty: true }).catch(() => 'left')
  await waitUntilTrapped(lab, point)
}

/** The charge succeeds, but the app can't store it because its row is locked. */
const holdAnswer = async (lab: FaultLab): Promise<[() => Promise<void>]> => {
  const number = await newInvoice(lab)
  await lab.control('/stripe/switches', { delayMs: 1_500 })
  void pay(lab, { number, amount: AMOUNT, way: 'card', isHasty: true }).catch(() => 'left')
  const client = await lab.pool.connect()
  const find = `SELECT a.id FROM payment_attempt a JOIN payment_line l ON l.attempt_id = a.id
    WHERE l.invoice_number = $1 AND a.state = 'confirming'`
  const id = await waitFor(async () => {
    const { rows } = await client.query<{ id: string }>(find, [number])
    if (!rows[0]) throw new Error(`the payment of ${number} is not being confirmed`)
    return rows[0].id
  })
  await client.query('BEGIN')
  await client.query('SELECT 1 FROM payment_attempt WHERE id = $1 FOR UPDATE', [id])
  await sleep(2_500)
  await lab.control('/stripe/switches', { delayMs: 0 })
  const release = async () => {
    await client.query('ROLLBACK')
    client.release()
  }
  return [release]
}

/** Booked payments without a receipt; a job that died with the app is retried when it expires. */
const findUnmailed = async ({ pool, control }: FaultLab): Promise<string[]> => {
  const { rows } = await pool.query<{ number: string }>(
    `SELECT l.invoice_number AS number FROM payment_attempt a JOIN payment_line l ON l.attempt_id = a.id
     WHERE a.state = 'booked'`,
  )
  const mails = (await control('/mail/messages?to=pat@payer.example')) as { subject: string }[]
  return rows
    .filter(({ number }) => !mails.some(({ subject }) => subject.split(/[ ,:]+/).includes(number)))
    .map(({ number }) => `no receipt for ${number}`)
}
