// A business with an insider who maps vendors and approves, and a colleague who approves what they saw.
import { randomUUID } from 'node:crypto'
import { createQboBill } from '@invoice-desk/contract/accounting/accounting'
import { approveInvoice } from '@invoice-desk/contract/approval/approval'
import { getApprovalPolicy, saveApprovalPolicy } from '@invoice-desk/contract/approval/rules'
import { addAccount, changeAccount, listAccounts } from '@invoice-desk/contract/identity/accounts'
import { staffTokenOf } from '@invoice-desk/testing/app/any-desk'
import { ADMIN, STAFF } from '@invoice-desk/testing/people'
import { type Lab, openLab } from '../lab/lab.ts'

const INSIDER = STAFF
export const COLLEAGUE = 'fay.fewer@harborfinch.example'
/** The insider's own vendor, and the one that the invoices are for. */
export const [SHELL, REAL] = ["O'Malley Electric", 'Kestrel Courier']
export const ACCOUNT = 'Office Expenses:Postage & Courier'
const TOOLS = ['approve_invoice', 'create_vendor']
const CENTS = 10_000

export type Task = {
  readonly id: string
  readonly email: string
  readonly vendor: string
  readonly number: string
}

type QuickBooks = {
  quickbooks: {
    vendors: { Id: string; DisplayName: string }[]
    bills: { DocNumber?: string; TotalAmt: number; VendorRef: { value: string } }[]
  }
}

export type InsiderLab = Awaited<ReturnType<typeof openInsiderLab>>

export const openInsiderLab = async (processes: number) => {
  const lab = await openLab(processes, { LOG_LEVEL: 'fatal', RATE_LIMIT_FACTOR: '100000' })
  const { caller } = lab
  const admin = await staffTokenOf(caller, ADMIN)
  const body = { email: COLLEAGUE, name: 'Fay Fewer', tools: TOOLS }
  await caller.call(addAccount, { token: admin, body })
  const insider = await staffTokenOf(caller, INSIDER)
  const colleague = await staffTokenOf(caller, COLLEAGUE)
  return { ...lab, tokens: { admin, insider, colleague } }
}

export type Who = keyof InsiderLab['tokens']

/** Pending invoices for $100.00, each from its own email, which has been mapped to the vendor long ago. */
export const addTasks = async (
  { pool }: Lab,
  count: number,
  vendor: string = REAL,
): Promise<Task[]> => {
  const tasks = Array.from({ length: count }, () => {
    const id = randomUUID()
    return { id, email: `v.${id}@vendor.example`, vendor, number: `I-${id.slice(0, 12)}` }
  })
  await pool.query(
    `INSERT INTO bill (id, email, vendor, invoice_number, invoice_number_key, amount_cents, due_date, status)
     SELECT id::uuid, email, vendor, number, upper(replace(number, '-', '')), ${CENTS}, '2030-01-31', 'sent_for_approval'
     FROM json_to_recordset($1) AS task(id text, email text, vendor text, number text)`,
    [JSON.stringify(tasks)],
  )
  await pool.query(
    `INSERT INTO vendor_mapping (email, vendor, qb_bill_account)
     SELECT email, vendor, $2 FROM json_to_recordset($1) AS task(email text, vendor text)`,
    [JSON.stringify(tasks), ACCOUNT],
  )
  return tasks
}

export const act = (
  { caller, tokens }: InsiderLab,
  who: Who,
  { id: taskId }: Task,
  action: string,
  more: object = {},
) => caller.call(approveInvoice, { token: tokens[who], body: { taskId, action, ...more } })

export const versionOf = async (lab: InsiderLab, who: Who, task: Task): Promise<number> =>
  (await act(lab, who, task, 'fetch')).body.version

export const postBill = (
  { caller, tokens }: InsiderLab,
  who: Who,
  { id: taskId, number: invoiceNumber, vendor: vendorName }: Task,
) =>
  caller.call(createQboBill, {
    token: tokens[who],
    body: {
      ...{ taskId, vendorName, invoiceNumber, amount: CENTS / 100, date: '2026-11-02' },
      qbBillAccount: ACCOUNT,
    },
  })

/** The insider and the colleague must approve every invoice; undone with `false`. */
export const needBoth = async (
  { caller, tokens: { admin: token } }: InsiderLab,
  isNeeded: boolean,
): Promise<void> => {
  const { version } = (await caller.call(getApprovalPolicy, { token })).body
  const rule = {
    id: '5f4dcc3b-0000-4000-8000-000000000001',
    name: 'Both',
    conditions: { amountFromCents: 1, vendors: [], isNewSubmitter: false, isDuplicate: false },
    steps: [{ people: [INSIDER, COLLEAGUE], needed: 2 }],
  }
  const rules = isNeeded ? [rule] : []
  const body = { rules, separatesDuties: true, escalateAfterDays: null, version }
  const { status } = await caller.call(saveApprovalPolicy, { token, body })
  if (status !== 200) throw new Error(`the rules weren't changed: ${status}`)
}

export const setDisabled = async (
  { caller, tokens }: InsiderLab,
  disabled: boolean,
): Promise<void> => {
  const { admin: token } = tokens
  const { accounts } = (await caller.call(listAccounts, { token })).body
  const { email, name, version } = accounts.find(
    (each: { email: string }) => each.email === COLLEAGUE,
  )
  const body = { email, name, admin: false, tools: TOOLS, disabled, version }
  const { status } = await caller.call(changeAccount, { token, body })
  if (status !== 200) throw new Error(`the account wasn't changed: ${status}`)
  if (!disabled) tokens.colleague = (await caller.signIn(COLLEAGUE)).idToken
}

/** What QuickBooks has for these invoices: how many bills, and those that no one but the insider approved. */
export const judgeBills = async (
  lab: InsiderLab,
  tasks: readonly Task[],
  isAllowed: (bill: { vendor: string; cents: number }) => boolean,
) => {
  const { quickbooks } = (await lab.control('/state')) as QuickBooks
  const names = new Map(quickbooks.vendors.map(({ Id, DisplayName }) => [Id, DisplayName]))
  const numbers = new Set(tasks.map(({ number }) => number))
  const bills = quickbooks.bills
    .filter(({ DocNumber = '' }) => numbers.has(DocNumber))
    .map(({ DocNumber, TotalAmt, VendorRef }) => ({
      number: DocNumber,
      vendor: names.get(VendorRef.value) ?? '',
      cents: Math.round(TotalAmt * 100),
    }))
  const wrong = bills.filter((bill) => !isAllowed(bill))
  return { count: bills.length, wrong: wrong.map((bill) => JSON.stringify(bill)) }
}
