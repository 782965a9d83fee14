// Lists relayed messages, and sends those again that failed.
import type { QueryOf, ResponseOf } from '@invoice-desk/contract/http/endpoint'
import {
  type listRelayMessages,
  RELAY_PAGE_SIZE,
  type RelayMessage,
} from '@invoice-desk/contract/relay/mail-relay'
import { isUuid } from '@invoice-desk/contract/values/ids'
import { recordEvent } from '../../../db/audit.ts'
import type { Place } from '../../../db/list.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { StaffCaller } from '../../../http/access.ts'
import { sendJob } from '../../../jobs/queue.ts'
import { AppError } from '../../../lib/app-error.ts'
import { relaySendJob } from '../job-kinds.ts'
import { toMessageView } from '../view.ts'
import { findMessage, listMessages, type MessageRow, queueAgain } from './queries.ts'

const NOT_FAILED = "Only a message that wasn't sent can be sent again. Reload the page."
const ERASED = "We don't have the content of this message anymore. Send it from the device again."

export const createMessages = ({ database: { db } }: Dependencies) => {
  /** Another person's message is as unknown as one that doesn't exist. */
  const getVisible = async (id: string, caller: StaffCaller): Promise<MessageRow> => {
    const row = await findMessage(db, id, caller)
    if (!row) throw new AppError('not_found')
    return row
  }

  return {
    list: async (
      { device, state, before }: QueryOf<typeof listRelayMessages>,
      caller: StaffCaller,
    ): Promise<ResponseOf<typeof listRelayMessages>> => {
      // One more than shown, to know whether there is another page.
      const batch = { limit: RELAY_PAGE_SIZE + 1, after: before ? readCursor(before) : undefined }
      const rows = await listMessages(db, caller, { device, state }, batch)
      const shown = rows.slice(0, RELAY_PAGE_SIZE)
      const last = rows.length > shown.length ? shown.at(-1) : undefined
      return {
        messages: shown.map(toMessageView),
        next: last && writeCursor(last),
      }
    },

    resend: async (id: string, caller: StaffCaller): Promise<RelayMessage> => {
      const { contentKey } = await getVisible(id, caller)
      await db.transaction(async (tx) => {
        if (!(await queueAgain(tx, id)))
          throw new AppError('relay_conflict', { text: contentKey === null ? ERASED : NOT_FAILED })
        await sendJob(tx, relaySendJob, { messageId: id })
        await recordEvent(tx, {
          actor: caller.email,
          action: 'relay_message_resent',
          subject: { kind: 'relay_message', id },
        })
      })
      return toMessageView(await getVisible(id, caller))
    },
  }
}

/** Names the last message of a page. */
const writeCursor = ({ keys }: Place): string => Buffer.from(keys.join(' ')).toString('base64url')

const readCursor = (cursor: string): Place => {
  const text = Buffer.from(cursor, 'base64url').toString()
  const id = text.slice(text.lastIndexOf(' ') + 1)
  const key = text.slice(0, -id.length - 1)
  if (!isUuid(id) || !isMoment(key)) throw new AppError('invalid_input', { field: 'before' })
  return { keys: [key, id] }
}

/** PostgreSQL refuses February 31 and the like. */
const isMoment = (text: string): boolean => {
  const [, date, time] =
    /^([1-9]\d{3}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d{1,6})?[+-](?:0\d|1[0-5])(?::[0-5]\d)?$/.exec(
      text,
    ) ?? []
  const moment = new Date(`${date}T${time}Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(`${date}T${time}`)
}
