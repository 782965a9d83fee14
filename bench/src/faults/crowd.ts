// Many payers with different habits, each with an invoice of their own.
import { createRandom, type Random } from '@invoice-desk/testing/random'
import { createBookkeeper } from './bookkeeper.ts'
import type { FaultLab } from './fault-lab.ts'
import { payImpatiently, type SecondTry } from './impatient-payer.ts'
import {
  finishOrder,
  isTaken,
  keyOf,
  lookUp,
  type Outcome,
  openOrder,
  outcomeOf,
  type Payer,
  pay,
  payUntilFinal,
  type Way,
} from './payer.ts'

export type Ways = readonly [Way, ...Way[]]
type Habit =
  | 'patient'
  | 'impatient'
  /** A bookkeeper changes the invoice while they're on the bank's page or in the wallet's window. */
  | 'interrupted'
  /** Someone else has opened an order for the invoice, and approves it after this payer has paid. */
  | 'second'
type CrowdPayer = Payer & { readonly habit: Habit }
export type PayerResult = {
  readonly habit: Habit
  readonly outcome: Outcome
  readonly tookMs: number
  readonly again?: SecondTry
  /** Had to wait for the order of someone else. */
  readonly isBlocked?: boolean
}

const HASTY_SHARE = 0.05
const IMPATIENT_SHARE = 0.2
const INTERRUPTED_SHARE = 0.1
const SECOND_SHARE = 0.1
const AWAY: Ways = ['challenge', 'wallet']

export const addPayers = async (
  lab: FaultLab,
  random: Random,
  { payments, ways }: { payments: number; ways: Ways },
): Promise<CrowdPayer[]> => {
  const payers: CrowdPayer[] = []
  for (let index = 1; index <= payments; index += 1) {
    const chance = random.next()
    const habit = habitAt(chance)
    const payer = {
      number: `S-${index}`,
      amount: random.between(100, 90_000) / 100,
      way: random.pick(habit === 'interrupted' ? AWAY : ways),
      isHasty: chance < HASTY_SHARE,
      habit,
    }
    await lab.company.addInvoice(payer.number, payer.amount)
    payers.push(payer)
  }
  return payers
}

const habitAt = (chance: number): Habit => {
  if (chance >= 1 - IMPATIENT_SHARE) return 'impatient'
  if (chance >= 1 - IMPATIENT_SHARE - INTERRUPTED_SHARE) return 'interrupted'
  if (chance >= 1 - IMPATIENT_SHARE - INTERRUPTED_SHARE - SECOND_SHARE) return 'second'
  return 'patient'
}

type PayOne = (payer: CrowdPayer) => Promise<PayerResult>

export const createCrowd = (lab: FaultLab, seed: number): PayOne => {
  const change = createBookkeeper(lab, createRandom(seed))
  const payWhileChanged = async (payer: Payer) => {
    const invoices = await lookUp(lab, payer)
    if (!invoices) return { outcome: 'unsettled' as const }
    const whileAway = () => change(payer.number)
    const paying = { way: payer.way, key: keyOf(payer), invoices, whileAway }
    return { outcome: outcomeOf(await payUntilFinal(lab, paying)) }
  }
  const habits = {
    patient: async (payer: Payer) => ({ outcome: await pay(lab, payer) }),
    impatient: (payer: Payer) => payImpatiently(lab, payer),
    interrupted: payWhileChanged,
    second: (payer: Payer) => payAfterSomeone(lab, payer),
  }
  return async (payer) => {
    const began = Date.now()
    const { habit } = payer
    return { habit, ...(await habits[habit](payer)), tookMs: Date.now() - began }
  }
}

const payAfterSomeone = async (lab: FaultLab, payer: Payer) => {
  const invoices = await lookUp(lab, payer)
  if (!invoices) return { outcome: 'unsettled' as const }
  const theirs = { way: 'wallet', key: `${keyOf(payer)}-someone`, invoices } as const
  const order = await openOrder(lab, theirs)
  const answer = await payUntilFinal(lab, { way: payer.way, key: keyOf(payer), invoices })
  await finishOrder(lab, theirs, order)
  return { outcome: outcomeOf(answer), isBlocked: isTaken(answer) }
}
