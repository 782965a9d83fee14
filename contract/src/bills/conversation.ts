// Endpoints for the conversation about an invoice: messages between staff and the contractor, and staff's internal notes.
import { z } from 'zod'
import type { Endpoint } from '../http/endpoint.ts'
import { taskId } from '../values/ids.ts'
import { MESSAGE_LENGTH_MAX } from '../values/limits.ts'

/** What both sides can see. */
const SHARED_KINDS = ['contractor', 'staff'] as const
/** A note is for staff only. */
export const MESSAGE_KINDS = [...SHARED_KINDS, 'note'] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

const message = z.object({
  id: z.uuid(),
  /** As the caller may know them: staff see a name or an email, contractors see only the company. */
  author: z.string(),
  isOwn: z.boolean(),
  text: z.string(),
  at: z.iso.datetime(),
})

const staffMessage = message.extend({ kind: z.enum(MESSAGE_KINDS) })
export type ConversationMessage = z.infer<typeof staffMessage>

/** A response with a note fails instead of showing it. */
const contractorMessage = message.extend({ kind: z.enum(SHARED_KINDS) })

/** Line breaks and tabs are fine; other control characters aren't. */
const isPlain = (text: string): boolean => !/[^\P{Cc}\n\t]/u.test(text) && text.isWellFormed()
/** Spaces and characters without a width don't count. */
const isVisible = (text: string): boolean => /[^\s\p{C}]/u.test(text)

/** Several lines: trimmed, not empty, no control characters, valid Unicode. */
const text = z
  .string()
  .transform((typed) => typed.replace(/\r\n?/g, '\n').trim())
  .pipe(
    z
      .string()
      .refine(isVisible, { error: 'Please enter a message.', abort: true })
      .max(MESSAGE_LENGTH_MAX, 'A message can have at most 2,000 characters.')
      .refine(isPlain, "This text has characters that can't be shown. Remove them and try again."),
  )

/** Oldest first. */
export const readTaskConversation = {
  method: 'GET',
  path: '/api/cup/task-messages',
  summary: 'The messages and internal notes of a task, oldest first',
  access: 'tool:approve_invoice',
  query: z.object({ taskId }),
  response: z.object({ messages: z.array(staffMessage) }),
  errors: ['task_unknown'],
} as const satisfies Endpoint

/** Repeating it with its `Idempotency-Key` adds and emails nothing more. */
export const postTaskMessage = {
  method: 'POST',
  path: '/api/cup/task-messages',
  summary: 'Send a message to the contractor, or add a note for staff; returns the conversation',
  access: 'tool:approve_invoice',
  body: z.object({ taskId, kind: z.enum(['staff', 'note']), text }),
  response: readTaskConversation.response,
  errors: ['task_unknown', 'task_action_refused', 'submission_key_reused'],
} as const satisfies Endpoint

export const readBillConversation = {
  method: 'GET',
  path: '/api/cup/bill-messages',
  summary: 'The messages of a bill that the caller can see, oldest first',
  access: 'contractor',
  query: z.object({ billId: taskId }),
  response: z.object({ invoiceNumber: z.string(), messages: z.array(contractorMessage) }),
  errors: ['contractor_not_approved', 'bill_unknown'],
} as const satisfies Endpoint

export const postBillMessage = {
  method: 'POST',
  path: '/api/cup/bill-messages',
  summary: 'Send a message about a bill to staff; returns the conversation',
  access: 'contractor',
  body: z.object({ billId: taskId, text }),
  response: readBillConversation.response,
  errors: [
    'contractor_not_approved',
    'bill_unknown',
    'task_action_refused',
    'submission_key_reused',
  ],
} as const satisfies Endpoint
