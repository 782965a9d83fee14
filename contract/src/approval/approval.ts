// Endpoints for invoice approval: a task, what staff can do with it, and the pending list.
import { z } from 'zod'
import { ALL_DECISIONS, actionsOf, billStatusFrom, TASK_ACTIONS } from '../bills/bill-status.ts'
import { textFields } from '../bills/invoice-form.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { filled, looseNumber, looseText, optionalText } from '../http/lenient-response.ts'
import { dateProblem, isCalendarDate } from '../values/dates.ts'
import { taskId } from '../values/ids.ts'
import {
  PAID_YEARS_MAX,
  PENDING_PAGE_SIZE_MAX,
  QBO_NAME_LENGTH_MAX,
  REASON_LENGTH_MAX,
  REFERENCE_LENGTH_MAX,
  VERSION_MAX,
} from '../values/limits.ts'
import { calendarDate, line, optionalLine } from '../values/text.ts'

const messageOr = (whenEmpty: string, name: string) =>
  z
    .string()
    .trim()
    .min(1, whenEmpty)
    .max(REASON_LENGTH_MAX, `${name} can have at most ${REASON_LENGTH_MAX} characters.`)

export const REASON_MISSING = 'Please provide a reason for rejection'
export const MESSAGE_MISSING = 'Please say what needs to change'

/** Why an invoice can't have been paid on this day; undefined if it can. */
export const paidDateProblem = (day: string, today: string): string | undefined => {
  if (!isCalendarDate(day)) return dateProblem(day)
  if (day > today) return "The payment date can't be in the future."
  const first = `${Number(today.slice(0, 4)) - PAID_YEARS_MAX}${today.slice(4)}`
  return day < first
    ? `The payment date can't be more than ${PAID_YEARS_MAX} years ago.`
    : undefined
}

const target = {
  taskId,
  /** The version the approver saw. If the task has changed since, the action is refused. */
  version: z.number().int().min(1).max(VERSION_MAX).optional(),
}

/** Decisions that take no other input. */
const plainDecision = z
  .enum(ALL_DECISIONS)
  .exclude(['approve', 'reject', 'request_changes', 'mark_paid'])

/** The approver knows that a bill stays, or may stay, in QuickBooks. Required in that case. */
const billAcknowledged = z.boolean().default(false)

const taskEvent = z.object({
  at: z.iso.datetime(),
  /** An email, or `system`. */
  actor: z.string(),
  action: z.string(),
  reason: z.string().optional(),
  detail: z.string().optional(),
  /** In whose place someone approved. */
  onBehalfOf: z.string().optional(),
})
export type TaskEvent = z.infer<typeof taskEvent>

/** `absent`: the document has neither this value nor another one. */
const fieldCheck = z.object({
  result: z.enum(['agrees', 'differs', 'absent']),
  /** What the document says, if that's clear and something else: a number or its total as text, or a calendar date. */
  found: optionalText,
})

const person = z.object({ email: z.string(), name: z.string() })

/** Who has approved a task and who is still needed. */
const taskApproval = z.object({
  /** The rule that applies to it. */
  rule: optionalText,
  given: z.array(person.extend({ at: z.iso.datetime(), for: optionalText })),
  /** The number of approvals it needs, with those it has. */
  needed: z.number().int(),
  /** What is missing, in order. Empty if one approval by anyone is enough. */
  waiting: z.array(
    z.object({
      because: z.enum(['rule', 'mapping']),
      /** People who can approve, and in whose place. */
      people: z.array(person.extend({ for: optionalText })),
      needed: z.number().int(),
      /** The rule names them, but they can't approve anymore, this invoice is theirs, or they're away without cover. */
      unavailable: z.array(z.string()),
      /** Why administrators that the rule doesn't name can approve too; undefined if they can't. */
      openToAdmins: z.enum(['unavailable', 'escalated']).optional().catch(undefined),
    }),
  ),
  /** Why the caller can't approve it now. */
  refusal: optionalText,
  /** After the caller's approval, it's approved. */
  isLast: z.boolean(),
})
export type TaskApproval = z.infer<typeof taskApproval>

const ONE_APPROVAL = { given: [], needed: 1, waiting: [], isLast: true }

const taskFields = z.object({
  id: looseText,
  /** Starts at 1; 0 if the server has no versions. */
  version: z.number().int().catch(0),
  status: z.object({ name: looseText, color: looseText }),
  /** What the task allows right now. Without it, the status decides. */
  actions: z.preprocess(
    (names) => (Array.isArray(names) ? TASK_ACTIONS.filter((name) => names.includes(name)) : []),
    z.array(z.enum(TASK_ACTIONS)),
  ),
  details: z.object({
    vendor: looseText,
    ...textFields(() => looseText),
    /** With a leading $ and two decimals. */
    amount: looseText,
    /** The document has amounts, but not this one. */
    amountDiffers: z.boolean().optional().catch(undefined),
    /** Whether the document has what was typed. Missing if it hasn't been read, or has no text. */
    documentCheck: z
      .object({ invoiceNumber: fieldCheck, amount: fieldCheck, dueDate: fieldCheck })
      .optional()
      .catch(undefined),
    email: looseText,
    documents: z
      .array(z.object({ id: optionalText, name: looseText, url: looseText, type: looseText }))
      .catch([]),
    /** When files of it were erased, because they're kept only for a limited time. */
    filesErasedAt: optionalText,
    dueDate: looseText,
    dateCreated: looseNumber,
    rejectReason: optionalText,
    /** What the contractor should change, and who asked for it. */
    requestedChanges: z.object({ message: looseText, by: looseText }).optional().catch(undefined),
    /** What the contractor changed in the last correction: the earlier values, and whether the file is another one. */
    changed: z
      .object({
        ...textFields(() => optionalText),
        amount: optionalText,
        dueDate: optionalText,
        file: z.boolean().optional().catch(undefined),
      })
      .optional()
      .catch(undefined),
  }),
  approval: taskApproval.catch(ONE_APPROVAL),
  /** Earlier bills that look the same. */
  duplicates: z
    .array(
      z.object({
        id: z.string(),
        invoiceNumber: z.string(),
        status: z.string(),
        because: z.enum(['same_number', 'same_file']),
      }),
    )
    .catch([]),
  /** The state of its bill in QuickBooks. */
  posting: z
    .object({
      state: z.enum(['none', 'waiting', 'created', 'failed']),
      billId: z.string().optional(),
      /** Why we stopped trying to add the bill, and what to do about it. */
      refusal: z.string().optional(),
      /** Whether rejecting the task, or requesting changes, leaves a bill in QuickBooks that someone must void. */
      leftByReject: z.enum(['no', 'maybe', 'yes']),
      /** The task was turned down or corrected, and its earlier bill still needs to be voided. */
      isToVoid: z.boolean(),
    })
    .catch({ state: 'none', leftByReject: 'no', isToVoid: false }),
  /** Only if staff marked the invoice as paid, not if it was paid in QuickBooks. */
  payment: z
    .object({
      date: z.string(),
      markedBy: z.string(),
      reference: z.string().optional(),
      note: z.string().optional(),
    })
    .optional()
    .catch(undefined),
  history: z.array(taskEvent).catch([]),
  /** The previous and next pending tasks by submission. */
  previousTaskId: optionalText,
  nextTaskId: optionalText,
})
const task = filled(taskFields, 'actions', ({ status }) => {
  const { data } = taskFields.shape.status.safeParse(status)
  return { actions: actionsOf(billStatusFrom(data?.name ?? '')) }
})
export type Task = z.infer<typeof task>

export const approveInvoice = {
  method: 'POST',
  path: '/api/cup/approve-invoice',
  summary: 'Read a task, decide about it, or choose its vendor; returns the updated task',
  access: 'tool:approve_invoice',
  body: z.discriminatedUnion('action', [
    z.object({ ...target, action: z.literal('fetch') }),
    z.object({
      ...target,
      action: z.literal('approve'),
      /** QuickBooks is unavailable; the server adds the bill later. */
      postLater: z.boolean().default(false),
    }),
    z.object({
      ...target,
      action: z.literal('reject'),
      message: messageOr(REASON_MISSING, 'A reason'),
      billAcknowledged,
    }),
    z.object({
      ...target,
      action: z.literal('request_changes'),
      message: messageOr(MESSAGE_MISSING, 'A message'),
      billAcknowledged,
    }),
    z.object({ ...target, action: z.literal('update_vendor'), vendor: line(QBO_NAME_LENGTH_MAX) }),
    z.object({
      ...target,
      /** Only for an invoice without a bill in QuickBooks. Others are marked as paid there. */
      action: z.literal('mark_paid'),
      paidDate: calendarDate,
      /** Such as the number of the check. The contractor sees it. */
      reference: optionalLine(REFERENCE_LENGTH_MAX),
      note: z
        .string()
        .trim()
        .max(REASON_LENGTH_MAX, `A note can have at most ${REASON_LENGTH_MAX} characters.`)
        .default(''),
    }),
    z.object({ ...target, action: plainDecision }),
  ]),
  response: task,
  errors: [
    'task_unknown',
    'task_action_refused',
    'approval_refused',
    'changed_meanwhile',
    'task_bill_left',
    'qbo_bill_in_progress',
    'vendor_update_failed',
    'task_has_bill',
    'qbo_vendor_unknown',
    'qbo_not_connected',
    'qbo_connection_invalid',
  ],
} as const satisfies Endpoint

/** `1 of 2 approvals`. */
export const approvalsText = ({ given, needed }: { given: number; needed: number }): string =>
  `${given} of ${needed} ${needed === 1 ? 'approval' : 'approvals'}`

export const PENDING_SORTS = ['submitted', 'due', 'amount', 'vendor'] as const

export const pendingInvoice = z.object({
  id: looseText,
  invoiceNumber: looseText,
  vendor: looseText,
  amount: looseText,
  dueDate: looseText,
  /** Milliseconds since the epoch, as text. */
  dateCreated: looseText,
  /** Set only if the invoice needs more than one approval, or someone other than the caller. */
  approval: z
    .object({ given: z.number().int(), needed: z.number().int(), isYours: z.boolean() })
    .optional()
    .catch(undefined),
})
export type PendingInvoice = z.infer<typeof pendingInvoice>

export const listPendingInvoices = {
  method: 'GET',
  path: '/api/cup/pending-invoices',
  summary: 'Pending invoices, oldest first; all of them unless the query names a page',
  access: 'tool:approve_invoice',
  query: z.object({
    search: z.string().trim().max(200).optional(),
    /** Only invoices due within this many days, including overdue ones. */
    dueWithinDays: z.coerce.number().int().min(0).max(365).optional(),
    sort: z.enum(PENDING_SORTS).default('submitted'),
    order: z.enum(['asc', 'desc']).default('asc'),
    page: z.coerce.number().int().min(1).max(1_000_000).optional(),
    pageSize: z.coerce.number().int().min(1).max(PENDING_PAGE_SIZE_MAX).default(50),
    /** Only invoices that the caller can approve. */
    isYours: z.literal('yes').optional(),
    /** The task that the page already shows. */
    exclude: taskId.optional(),
  }),
  response: filled(
    z.object({ invoices: z.array(pendingInvoice), total: z.number().int() }),
    'total',
    ({ invoices }) => ({ total: Array.isArray(invoices) ? invoices.length : 0 }),
  ),
  errors: ['pending_failed'],
} as const satisfies Endpoint
