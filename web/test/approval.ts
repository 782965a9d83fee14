// Invoices under approval, and answers that imitate what the server does with them.
import type { AccountingBill } from '@invoice-desk/contract/accounting/accounting'
import type { PendingInvoice, Task } from '@invoice-desk/contract/approval/approval'
import {
  actionsOf,
  type BillStatus,
  billStatusFrom,
  PENDING_STATUSES,
  statusAfter,
  taskStatusOf,
} from '@invoice-desk/contract/bills/bill-status'
import { type Answers, refuse } from './answers.ts'

export const VENDOR = 'Kestrel Courier Co.'
export const EMAIL = 'kim@kestrel.example'
export const TASK = 'POST /api/cup/approve-invoice'
export const LOOKUP = 'GET /api/qbo/bill'
export const ADD_BILL = 'POST /api/qbo/bill'
export const PENDING = 'GET /api/cup/pending-invoices'
export const MAPPING = 'POST /api/cup/check-vendor'

type Fields = Partial<Omit<Task, 'details' | 'status'>> & {
  readonly status?: BillStatus
  readonly details?: Partial<Task['details']>
}

/** A task whose id, such as `a-1`, is the invoice's number in lower case. */
export const taskWith = (invoiceNumber: string, fields: Fields = {}): Task => {
  const { status = 'received', details, ...rest } = fields
  return {
    id: invoiceNumber.toLowerCase(),
    version: 1,
    status: taskStatusOf(status),
    actions: actionsOf(status),
    details: {
      vendor: VENDOR,
      invoiceNumber,
      amount: '$1,250.50',
      email: EMAIL,
      documents: [],
      dueDate: '2031-12-01',
      dateCreated: Date.UTC(2026, 10, 2, 15),
      ...details,
    },
    approval: { given: [], needed: 1, waiting: [], isLast: true },
    duplicates: [],
    posting: { state: 'none', leftByReject: 'no', isToVoid: false },
    history: [],
    ...rest,
  }
}

export const withStatus = (task: Task, status: BillStatus): Task => ({
  ...task,
  version: task.version + 1,
  status: taskStatusOf(status),
  actions: actionsOf(status),
})

export const billOf = (task: Task, amount = 1250.5): AccountingBill => ({
  id: `bill-${task.id}`,
  invoiceNumber: task.details.invoiceNumber,
  amount,
  currency: 'USD',
  date: '2026-11-02',
  dueDate: '2031-12-01',
  status: 'Unpaid',
})

export const found = (...bills: readonly AccountingBill[]) => ({
  exists: bills.length > 0,
  bills,
  asOf: new Date().toISOString(),
})

type TaskBody = { taskId: string; action: string; message?: string }

/** Keeps the tasks, and changes them as the pages ask. */
export const approvalDesk = (...tasks: readonly Task[]) => {
  const kept = new Map(tasks.map((task) => [task.id, task]))
  const change = (id: string, edit: (task: Task) => Task) => {
    const task = kept.get(id)
    if (task) kept.set(id, edit(task))
  }
  const bills = new Map<string, AccountingBill>()
  const act = (given: unknown) => {
    const { taskId, action, message } = given as TaskBody
    if (action === 'approve') change(taskId, (task) => withStatus(task, statusAfter('approve')))
    if (action === 'reject')
      change(taskId, (task) => {
        const details = { ...task.details, rejectReason: message }
        return { ...withStatus(task, 'rejected'), details }
      })
    return kept.get(taskId) ?? refuse(404, { error: 'Unknown task', code: 'task_unknown' })
  }
  const list = (_: unknown, { searchParams }: URL) => {
    const words = (searchParams.get('search') ?? '').toLowerCase()
    const invoices = [...kept.values()]
      .filter(({ status }) => PENDING_STATUSES.includes(billStatusFrom(status.name)))
      .map(rowOf)
      .filter(({ invoiceNumber, vendor }) =>
        `${invoiceNumber} ${vendor}`.toLowerCase().includes(words),
      )
    return { invoices, total: invoices.length }
  }
  const answers: Answers = {
    [TASK]: act,
    [PENDING]: list,
    [LOOKUP]: (_: unknown, { searchParams }: URL) => {
      const bill = bills.get(searchParams.get('invoiceNumber') ?? '')
      return bill ? found(bill) : found()
    },
    [ADD_BILL]: (given: unknown) => {
      const task = kept.get((given as TaskBody).taskId)
      if (!task) return refuse(404, { error: 'Unknown task', code: 'task_unknown' })
      bills.set(task.details.invoiceNumber, billOf(task))
      return { bill: billOf(task), alreadyExisted: false, message: 'Added' }
    },
    [MAPPING]: { success: true, vendor: VENDOR, qb_bill_account: 'Office Expenses' },
    'GET /api/cup/task-messages': { messages: [] },
    'GET /api/qbo/bills-to-void': { bills: [] },
  }
  return { answers, act, change }
}

const rowOf = ({ id, details }: Task): PendingInvoice => ({
  id,
  invoiceNumber: details.invoiceNumber,
  vendor: details.vendor,
  amount: details.amount,
  dueDate: details.dueDate,
  dateCreated: String(details.dateCreated),
})

export const taskPath = (id: string) => `/approve-invoice?taskId=${id}`
