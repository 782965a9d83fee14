// Endpoints of the conversation for both sides, so that one place decides what each of them sees.
import * as conversation from '@invoice-desk/contract/bills/conversation'
import type { Dependencies } from '../../../dependencies.ts'
import type { Bind } from '../../../http/bind.ts'
import { idempotencyKeyOf } from '../../../http/idempotency-key.ts'
import { mailboxOf } from '../../../lib/same-mailbox.ts'
import { createConversation } from './service.ts'

export const conversationRoutes = (bind: Bind, dependencies: Dependencies): void => {
  const talk = createConversation(dependencies)
  bind(conversation.readTaskConversation, ({ query, caller }) =>
    talk.readTask(caller, query.taskId),
  )
  bind(conversation.readBillConversation, ({ query, caller }) =>
    talk.readBill(caller, query.billId),
  )
  bind(conversation.postTaskMessage, async ({ body, caller, limits, request }) => {
    await limits.take('message', mailboxOf(caller.email))
    return talk.postToTask(caller, body, idempotencyKeyOf(request))
  })
  bind(conversation.postBillMessage, async ({ body, caller, limits, request }) => {
    await limits.take('message', mailboxOf(caller.email))
    return talk.postToBill(caller, body, idempotencyKeyOf(request))
  })
}
