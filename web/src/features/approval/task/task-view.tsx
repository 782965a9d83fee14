// One task as a workbench: details and decision on the left, the document on the right, then the conversation, payment
// and history.

import { actionText, actorName } from '@invoice-desk/contract/activity/audit-actions'
import type { Task, TaskEvent } from '@invoice-desk/contract/approval/approval'
import { Box, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useGo } from '../../../shared/navigation/app-link.tsx'
import { focusTitle } from '../../../shared/navigation/focus-title.ts'
import { paths } from '../../../shared/navigation/paths.ts'
import { dateAndTime, formatDay } from '../../../shared/text/times.ts'
import { Card } from '../../../shared/ui/card.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { ActionCard } from '../decision/action-card.tsx'
import { DocumentView } from '../document/document-view.tsx'
import { PaymentCard } from '../payment/payment-card.tsx'
import type { AccountingCheck } from '../posting/accounting-check.ts'
import { accountingQuery } from '../posting/api.ts'
import { useAutoAdvance } from '../queue/preferences.ts'
import { nextAfter, useQueue } from '../queue/queue.ts'
import { DetailsCard } from './details-card.tsx'
import { isTaskOpen } from './task-id.ts'
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
  const advance = useAdvance(task)
  return (
    <>
      <div className={classes.frame}>
        <div className={`stack gap-view ${classes.bench}`}>
          <DetailsCard task={task} check={check} onChooseVendor={() => setChoosing(true)}>
            <ActionCard task={task} check={check} onDecided={advance} />
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

/** The history of a task, newest first. */
export const HistoryCard = ({ history }: { history: readonly TaskEvent[] }) => (
  <Card title="History">
    <Box component="ol" m={0} pl="md" style={LINE}>
      {history.map((event, index) => (
        <Box
          component="li"
          key={`${event.at}-${event.action}`}
          mt={index === 0 ? 0 : 'md'}
          // A printed invoice may end up with the vendor.
          data-print={NOT_PRINTED.includes(event.action) ? 'never' : undefined}
        >
          <Text component="time" dateTime={event.at} c="dimmed" fz="sm">
            {dateAndTime.format(new Date(event.at))}
          </Text>
          <p>
            <strong>{actorName(event.actor)}</strong> {actionText(event.action)}
            {detailOf(event)}
            {event.onBehalfOf ? ` on behalf of ${event.onBehalfOf}` : ''}
          </p>
          {event.reason ? (
            <Text mt={4} c="var(--muted)">
              {event.reason}
            </Text>
          ) : null}
        </Box>
      ))}
    </Box>
  </Card>
)

const NOT_PRINTED = ['bill_note_added', 'bill_message_sent']

const LINE = {
  listStyle: 'none',
  borderInlineStart: '2px solid var(--border)',
  overflowWrap: 'anywhere',
} as const

const detailOf = ({ action, detail }: TaskEvent): string => {
  if (detail === undefined) return ''
  if (action === 'bill_vendor_changed') return ` to ${detail}`
  if (action === 'bill_marked_paid') return ` on ${formatDay(detail)}`
  return action === 'bill_approval_given' || action === 'bill_approved'
    ? ` (${detail} approvals)`
    : ''
}

/** Opens the next pending invoice after a decision, if the approver wants that. */
export const useAdvance = (task: Task) => {
  const [advances] = useAutoAdvance()
  const queue = useQueue()
  const go = useGo()
  return () => {
    const next = advances ? nextAfter(task, queue?.rows ?? []) : undefined
    // The approver may have left while QuickBooks was working.
    if (!next || !isTaskOpen(task.id)) return
    focusTitle()
    go(paths.approveInvoice(next))
  }
}
