// Posts bills while QuickBooks times out, and makes many calls at once with an expired token.
import { randomUUID } from 'node:crypto'
import { createQboBill } from '@invoice-desk/contract/accounting/accounting'
import {
  findQboVendor,
  listQboBillAccounts,
} from '@invoice-desk/contract/accounting/accounting-vendors'
import { type FaultLab, openFaultLab } from './fault-lab.ts'
import { type FaultMeasurement, seconds } from './measurement.ts'
import { waitUntilComplete } from './wait-until-complete.ts'

const AT_ONCE = 16
const SETTLE_MS_MAX = 240_000
const FAULTS = { timeout: 8, 'timeout-after': 8, cut: 4 } as const
const REFRESHERS = 20

type Books = {
  quickbooks: {
    vendors: { DisplayName: string; Active?: boolean }[]
    bills: { DocNumber?: string }[]
    oauth: Record<string, number>
  }
}
type Task = { readonly id: string; readonly number: string; readonly vendor: string }

export const billsMeasurement: FaultMeasurement = {
  name: 'bills',
  run: async ({ payments, seed }) => {
    await using lab = await openFaultLab({ QBO_TIMEOUT_MS: '400' })
    const tasks = await addTasks(lab, payments)
    for (const [index, [mode, percent]] of Object.entries(FAULTS).entries()) {
      const fault = { provider: 'quickbooks', match: '/bill?', mode, percent, times: 100_000 }
      await lab.control('/faults', { ...fault, seed: seed + index })
    }
    await postAll(lab, tasks)
    await lab.control('/faults', undefined, 'DELETE')
    const took = await waitForBills(lab, tasks.length)
    const { missing, double } = await countBills(lab, tasks)
    return [
      {
        measurement: 'Bills during QuickBooks timeouts',
        setup: `${tasks.length} bills, 20% of calls time out or are dropped`,
        result: `${tasks.length - missing} in QuickBooks, ${double} duplicates; settled after ${seconds(took)}`,
        problems: [
          ...(missing > 0 ? [`${missing} bills are missing`] : []),
          ...(double > 0 ? [`${double} bills exist twice`] : []),
        ],
      },
      await refreshOnce(lab),
    ]
  },
}

const booksOf = async ({ control }: FaultLab): Promise<Books['quickbooks']> =>
  ((await control('/state')) as Books).quickbooks

const addTasks = async (lab: FaultLab, count: number): Promise<Task[]> => {
  const vendor = (await booksOf(lab)).vendors.find(({ Active }) => Active !== false)?.DisplayName
  const tasks = Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    number: `B-${index}`,
    vendor: vendor ?? '',
  }))
  await lab.pool.query(
    `INSERT INTO bill (id, email, vendor, invoice_number, invoice_number_key, amount_cents, due_date, status)
     SELECT id::uuid, 'vendor@bench.example', vendor, number, replace(number, '-', ''), 12500, '2030-01-31', 'approved'
     FROM json_to_recordset($1) AS task(id text, number text, vendor text)`,
    [JSON.stringify(tasks)],
  )
  return tasks
}

const postAll = async ({ caller, staffToken: token }: FaultLab, tasks: readonly Task[]) => {
  const accounts = await caller.call(listQboBillAccounts, { token })
  const qbBillAccount = accounts.body[0].fullyQualifiedName
  const waiting = [...tasks]
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let task = waiting.shift(); task; task = waiting.shift()) {
        const body = {
          taskId: task.id,
          vendorName: task.vendor,
          invoiceNumber: task.number,
          amount: 125,
          date: '2026-11-01',
          qbBillAccount,
        }
        // Someone who gets an error presses the button again, once.
        const { status } = await caller.call(createQboBill, { token, body })
        if (status >= 500) await caller.call(createQboBill, { token, body })
      }
    }),
  )
}

const waitForBills = async ({ pool }: FaultLab, count: number): Promise<number> => {
  const findMissing = async () => {
    const { rows } = await pool.query<{ done: number }>(
      `SELECT count(*)::int AS done FROM bill_posting WHERE state = 'created'`,
    )
    return rows[0]?.done === count ? [] : [`${rows[0]?.done} of ${count} bills are posted`]
  }
  return (await waitUntilComplete(findMissing, { withinMs: SETTLE_MS_MAX, pauseMs: 500 })).took
}

const countBills = async (lab: FaultLab, tasks: readonly Task[]) => {
  const { bills } = await booksOf(lab)
  const counts = tasks.map(({ number }) => bills.filter((b) => b.DocNumber === number).length)
  return {
    missing: counts.filter((count) => count === 0).length,
    double: counts.filter((count) => count > 1).length,
  }
}

const refreshOnce = async (lab: FaultLab) => {
  const { caller, control, staffToken: token } = lab
  await control('/quickbooks/switches/expire-access-tokens', {})
  const before = (await booksOf(lab)).oauth.refreshes ?? 0
  const answers = await Promise.all(
    Array.from({ length: REFRESHERS }, (_, index) =>
      caller.call(findQboVendor, { token, query: { name: `Nobody ${index}` } }),
    ),
  )
  const refreshes = ((await booksOf(lab)).oauth.refreshes ?? 0) - before
  const served = answers.filter(({ status }) => status === 200).length
  return {
    measurement: 'One token refresh for all callers',
    setup: `${REFRESHERS} calls at once with an expired token`,
    result: `${refreshes} refresh, ${served} served`,
    problems: refreshes === 1 && served === REFRESHERS ? [] : ['There was more than one refresh.'],
  }
}
