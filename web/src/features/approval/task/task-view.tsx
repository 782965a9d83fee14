// One task as a workbench: details and decision on the left, the document on the right, then the conversation, payment
// and history.

import type { Task } from '@invoice-desk/contract/approval/approval'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { ActionCard } from '../decision/action-card.tsx'
import { DocumentView } from '../document/document-view.tsx'
import { PaymentCard } from '../payment/payment-card.tsx'
import type { AccountingCheck } from '../posting/accounting-check.ts'
import { accountingQuery } from '../posting/api.ts'
import { useGoOn } from '../queue/use-go-on.ts'
import { DetailsCard } from './details-card.tsx'
import { HistoryCard } from './history-card.tsx'
import classes from './task-view.module.css'

const ConversationCard = lazyPart(
  () => import('../conversation/conversation-card.tsx'),
  'ConversationCard',
)
const VendorDialog = lazyPart(() => import('../posting/vendor-dialog.tsx'), 'VendorDialog')

export const TaskView = ({ task }: { task: Task }) => {
  const { vendor, invoiceNumber } = task.details
  const query = useQuery(accountingQuery({ vendor, invoiceNumber }))
  const check: AccountingCheck = query.data ?? { checked: false, busy: query.isFetching }
  const [choosing, setChoosing] = useState(false)
  const goOn = useGoOn(task)
  return (
    <>
      <div className={classes.frame}>
        <div className={classes.bench}>
          <DetailsCard task={task} check={check} onChooseVendor={() => setChoosing(true)}>
            <ActionCard task={task} check={check} onDecided={goOn} />
          </DetailsCard>
          <DocumentView task={task} />
        </div>
      </div>
      <ConversationCard task={task} />
      <PaymentCard task={task} check={check} />
      {task.history.length > 0 ? <HistoryCard history={task.history} /> : null}
      {choosing ? <VendorDialog task={task} onClose={() => setChoosing(false)} /> : null}
    </>
  )
}
