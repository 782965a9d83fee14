// One insider tries to get money to their own vendor: every way that once worked, many times at once.
import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { addVendorMapping, changeVendorMapping } from '@invoice-desk/contract/vendors/vendors'
import { resubmit } from '@invoice-desk/testing/contractor/submit'
import { createRandom, type Random } from '@invoice-desk/testing/random'
import { type Ending, tryEndedAccess } from './insider-access.ts'
import {
  ACCOUNT,
  act,
  addTasks,
  type InsiderLab,
  judgeBills,
  needBoth,
  openInsiderLab,
  postBill,
  REAL,
  SHELL,
  setDisabled,
  type Task,
  versionOf,
} from './insider-lab.ts'
import type { AbuseMeasurement } from './measurement.ts'

const TRIES = 50
const PROCESSES = [1, 3]
/** Until the jobs that add bills have run. */
const SETTLE_MS = 8_000

type Bill = { readonly vendor: string; readonly cents: number }
type Attack = {
  readonly name: string
  /** The vendor of the invoices. */
  readonly vendor?: string
  readonly prepare?: (lab: InsiderLab, tasks: readonly Task[]) => Promise<void>
  /** All at once, in any order, each several times. */
  readonly moves: (lab: InsiderLab, task: Task) => Promise<readonly Move[]>
  readonly cleanUp?: (lab: InsiderLab) => Promise<void>
  readonly isAllowed: (bill: Bill) => boolean
}
type Move = () => Promise<unknown>

const never = () => false
const toTheRealOne = ({ vendor }: Bill) => vendor === REAL

/** What the insider does to have an invoice paid. */
const cashIn = (lab: InsiderLab, task: Task): Move[] => [
  () => postBill(lab, 'insider', task),
  () => act(lab, 'insider', task, 'approve', { postLater: true }),
]
const redirect =
  (lab: InsiderLab, task: Task): Move =>
  () =>
    act(lab, 'insider', task, 'update_vendor', { vendor: SHELL })

const ATTACKS: readonly Attack[] = [
  {
    name: 'alone: choose the vendor, add the bill, approve',
    moves: async (lab, task) => [redirect(lab, task), ...cashIn(lab, { ...task, vendor: SHELL })],
    isAllowed: toTheRealOne,
  },
  {
    name: 'choose the vendor while a colleague approves the other one',
    moves: async (lab, task) => {
      const version = await versionOf(lab, 'colleague', task)
      return [
        () => act(lab, 'colleague', task, 'approve', { version }),
        redirect(lab, task),
        ...cashIn(lab, { ...task, vendor: SHELL }),
        () => postBill(lab, 'colleague', task),
      ]
    },
    isAllowed: toTheRealOne,
  },
  {
    name: 'map another email to the vendor',
    prepare: async (lab, [task]) => {
      const body = { email: `shell.${task?.email}`, vendor: REAL, qbBillAccount: '' }
      await lab.caller.call(addVendorMapping, { token: lab.tokens.insider, body })
    },
    moves: async (lab, task) => cashIn(lab, task),
    isAllowed: never,
  },
  {
    name: 'map the email to another vendor while a colleague approves an older invoice',
    vendor: SHELL,
    moves: async (lab, task) => {
      const older = { ...(await addOlder(lab, task)), email: task.email }
      const mapping = await mappingOf(lab, task.email)
      const body = { ...mapping, email: task.email, vendor: SHELL, qbBillAccount: ACCOUNT }
      await lab.caller.call(changeVendorMapping, { token: lab.tokens.insider, body })
      return [() => act(lab, 'colleague', older, 'approve'), ...cashIn(lab, task)]
    },
    isAllowed: never,
  },
  {
    name: 'map another email to the vendor after a colleague approved, then add the bill',
    prepare: async (lab, tasks) => {
      await Promise.all(tasks.map((task) => act(lab, 'colleague', task, 'approve')))
      const body = { email: `late.${tasks[0]?.email}`, vendor: REAL, qbBillAccount: '' }
      await lab.caller.call(addVendorMapping, { token: lab.tokens.insider, body })
    },
    moves: async (lab, task) => [() => postBill(lab, 'insider', task)],
    isAllowed: never,
  },
  {
    name: 'use the approval of a colleague who lost the account',
    prepare: async (lab, tasks) => {
      await needBoth(lab, true)
      await Promise.all(tasks.map((task) => act(lab, 'colleague', task, 'approve')))
      await setDisabled(lab, true)
    },
    moves: async (lab, task) => cashIn(lab, task),
    cleanUp: async (lab) => {
      await setDisabled(lab, false)
      await needBoth(lab, false)
    },
    isAllowed: never,
  },
  {
    name: 'correct the amount, as the contractor, while a colleague approves',
    moves: async (lab, task) => {
      const version = await versionOf(lab, 'colleague', task)
      const contractor = { email: task.email, vendor: REAL, token: await linkFor(lab, task.email) }
      const fields = {
        ...{ billId: task.id, version: String(version), invoiceNumber: task.number },
        amount: '900.00',
      }
      return [
        () => act(lab, 'colleague', task, 'approve', { version, postLater: true }),
        () => postBill(lab, 'colleague', task),
        () => resubmit(lab.caller, contractor, { fields }),
      ]
    },
    isAllowed: ({ cents }) => cents === 10_000,
  },
]

export const insidersMeasurement: AbuseMeasurement = {
  name: 'insiders',
  run: async ({ seed }) => {
    const results = []
    for (const processes of PROCESSES) {
      await using lab = await openInsiderLab(processes)
      const random = createRandom(seed)
      for (const attack of ATTACKS) {
        const { count, wrong } = await run(lab, attack, random)
        results.push({
          measurement: nameOf(processes),
          setup: `${TRIES} at once: ${attack.name}`,
          result: `${count} bills, ${wrong.length} of them not approved by those who must`,
          problems: wrong,
        })
      }
      const endings = await tryEndedAccess(lab, TRIES)
      results.push(...endings.map((ending) => resultOf(processes, ending)))
    }
    return results
  },
}

const nameOf = (processes: number) =>
  `Insider, ${processes === 1 ? 'one process' : `${processes} processes`}`

const resultOf = (processes: number, { what, worked }: Ending) => ({
  measurement: nameOf(processes),
  setup: `${TRIES} at once: ${what}`,
  result: `${worked} worked`,
  problems: worked > 0 ? [`${worked} ${what}`] : [],
})

const run = async (lab: InsiderLab, attack: Attack, random: Random) => {
  // What one attack left behind must not stop the next one.
  await lab.pool.query('DELETE FROM payee_editor')
  const tasks = await addTasks(lab, TRIES, attack.vendor)
  await attack.prepare?.(lab, tasks)
  await Promise.all(
    tasks.map(async (task) => {
      const moves = await attack.moves(lab, task)
      // Again, because the first ones may come too early.
      const all = [...moves, ...moves, ...moves]
      await Promise.all(all.map((move) => sleep(random.between(0, 1_500)).then(move)))
    }),
  )
  await sleep(SETTLE_MS)
  await attack.cleanUp?.(lab)
  return judgeBills(lab, tasks, attack.isAllowed)
}

/** An invoice from the same email for the vendor that it had before. */
const addOlder = async (lab: InsiderLab, { email }: Task): Promise<Task> => {
  const [older] = await addTasks(lab, 1, REAL)
  if (!older) throw new Error('no invoice was added')
  await lab.pool.query('UPDATE bill SET email = $1 WHERE id = $2', [email, older.id])
  return older
}

const mappingOf = async ({ pool }: InsiderLab, email: string) => {
  const { rows } = await pool.query<{ id: string; version: number }>(
    'SELECT id, version FROM vendor_mapping WHERE email = $1',
    [email],
  )
  return rows[0]
}

const linkFor = async ({ pool }: InsiderLab, email: string): Promise<string> => {
  const token = randomBytes(32).toString('base64url')
  await pool.query(
    `INSERT INTO verification (token_hash, email, expires_at) VALUES ($1, $2, now() + interval '1 day')`,
    [createHash('sha256').update(token).digest('hex'), email],
  )
  return token
}
