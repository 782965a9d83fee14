// Reads a bill's conversation and adds messages and notes to it.
import { randomUUID } from 'node:crypto'
import type {
  ConversationMessage,
  postBillMessage,
  postTaskMessage,
  readBillConversation,
  readTaskConversation,
} from '@invoice-desk/contract/bills/conversation'
import type { BodyOf, ResponseOf } from '@invoice-desk/contract/http/endpoint'
import { isUuid } from '@invoice-desk/contract/values/ids'
import { MESSAGES_MAX } from '@invoice-desk/contract/values/limits'
import { billEvent } from '../../../db/audit.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { ContractorCaller, StaffCaller } from '../../../http/access.ts'
import { newJob } from '../../../jobs/queue.ts'
import { AppError } from '../../../lib/app-error.ts'
import { ownVendorOf } from '../../bills/ownership.ts'
import { messageMailJob } from '../job-kinds.ts'
import {
  type Conversation,
  findByKey,
  findConversation,
  insertMessage,
  type Reader,
} from './queries.ts'

type Post = Pick<ConversationMessage, 'kind' | 'text'> & {
  readonly billId: string
  readonly author: string
}

export const createConversation = ({ config, database: { db } }: Dependencies) => {
  const readAs = async (reader: Reader, billId: string): Promise<Conversation> => {
    const found = isUuid(billId) ? await findConversation(db, reader, billId) : undefined
    if (!found) throw unknownTo(reader)
    return found
  }

  const post = async (reader: Reader, message: Post, given: string | undefined): Promise<void> => {
    if (!isUuid(message.billId)) throw unknownTo(reader)
    const id = randomUUID()
    const row = { id, key: given ?? id, ...message }
    const event = billEvent({
      id: message.billId,
      actor: message.author,
      action: message.kind === 'note' ? 'bill_note_added' : 'bill_message_sent',
    })
    const jobs = [newJob(messageMailJob, { messageId: id })]
    if (await insertMessage(db, reader, row, { events: [event], jobs })) return
    await readAs(reader, message.billId)
    const earlier = await findByKey(db, row)
    if (!earlier) throw fullFor(message)
    const isRepeated =
      earlier.billId === row.billId && earlier.kind === row.kind && earlier.text === row.text
    if (!isRepeated) throw new AppError('submission_key_reused')
  }

  const readTask = async (
    { email }: StaffCaller,
    taskId: string,
  ): Promise<ResponseOf<typeof readTaskConversation>> => ({
    messages: (await readAs('staff', taskId)).messages.map((row) => ({
      ...messageView(row),
      author: (row.kind !== 'contractor' && row.name) || row.author,
      isOwn: row.kind !== 'contractor' && row.author === email,
      kind: row.kind,
    })),
  })

  /** Contractors don't learn who works here, nor other people's addresses. */
  const readBill = async (
    caller: ContractorCaller,
    billId: string,
  ): Promise<ResponseOf<typeof readBillConversation>> => {
    const { invoiceNumber, messages } = await readAs(contractorOf(caller), billId)
    const views = messages.flatMap((row) => {
      // The query leaves notes out. This keeps it so if someone changes the query.
      if (row.kind === 'note') return []
      const isOwn = row.kind === 'contractor' && row.author === caller.email
      const author = row.kind === 'staff' ? config.businessName : isOwn ? 'You' : 'Your colleague'
      return [{ ...messageView(row), author, isOwn, kind: row.kind }]
    })
    return { invoiceNumber, messages: views }
  }

  return {
    readTask,
    readBill,
    postToTask: async (
      caller: StaffCaller,
      { taskId: billId, kind, text }: BodyOf<typeof postTaskMessage>,
      key: string | undefined,
    ) => {
      await post('staff', { billId, author: caller.email, kind, text }, key)
      return readTask(caller, billId)
    },
    postToBill: async (
      caller: ContractorCaller,
      { billId, text }: BodyOf<typeof postBillMessage>,
      key: string | undefined,
    ) => {
      const message = { billId, author: caller.email, kind: 'contractor', text } as const
      await post(contractorOf(caller), message, key)
      return readBill(caller, billId)
    },
  }
}

const contractorOf = (caller: ContractorCaller): Reader => ({
  email: caller.email,
  vendor: ownVendorOf(caller, {}),
})

const messageView = ({ id, text, createdAt }: Conversation['messages'][number]) => ({
  id,
  text,
  at: createdAt.toISOString(),
})

/** The same for a bill of someone else and for one that doesn't exist. */
const unknownTo = (reader: Reader): AppError =>
  reader === 'staff'
    ? new AppError('task_unknown', { field: 'taskId' })
    : new AppError('bill_unknown', { field: 'billId' })

const fullFor = ({ kind }: Post): AppError =>
  new AppError('task_action_refused', {
    text: `This invoice has reached the limit of ${MESSAGES_MAX} ${kind === 'note' ? 'notes' : 'messages from each side'}.`,
  })
