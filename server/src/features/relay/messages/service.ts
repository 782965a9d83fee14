// Lists relayed messages, and sends those again that failed.
import type { QueryOf, ResponseOf } from '@invoice-desk/contract/http/endpoint'
import {
  type listRelayMessages,
  RELAY_PAGE_SIZE,
  type RelayMessage,
} from '@invoice-desk/contract/relay/mail-relay'
import { isUuid } from '@invoice-desk/contract/values/ids'
import { recordEvent } from '../../../db/audit.ts'
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
      if (before !== undefined && !isUuid(before))
        throw new AppError('invalid_input', { field: 'before' })
      // One more than shown, to know whether there is another page.
      const part = { limit: RELAY_PAGE_SIZE + 1, before }
      const rows = await listMessages(db, caller, { device, state }, part)
      const shown = rows.slice(0, RELAY_PAGE_SIZE)
      return {
        messages: shown.map(toMessageView),
        next: rows.length > shown.length ? shown.at(-1)?.id : undefined,
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
