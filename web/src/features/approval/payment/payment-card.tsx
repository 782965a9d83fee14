// Payment of an approved invoice without a bill in QuickBooks: staff mark it as paid, or undo that.

import { Group, Stack, Text, Title } from '@mantine/core'
import { useRef } from 'react'
import { messageOf } from '../../../shared/api/api-error.ts'
import { formatDay } from '../../../shared/text/times.ts'
import { Card } from '../../../shared/ui/card.tsx'
import { Loading } from '../../../shared/ui/feedback/loading.tsx'
import { Notice } from '../../../shared/ui/feedback/notice.tsx'
import { BusyButton } from '../../../shared/ui/form/busy-button.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { accountingStatus, type CheckedTask } from '../posting/accounting-check.ts'
import { useTaskChange } from '../use-task-change.ts'
import type { PaymentFormProps } from './payment-form.tsx'

const PaymentForm = lazyPart(() => import('./payment-form.tsx'), 'PaymentForm', <Loading />)

export const PaymentCard = ({ task, check }: CheckedTask) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const { match } = accountingStatus(check, task.details)
  // An invoice with a bill in QuickBooks is paid there.
  const canMark = task.actions.includes('mark_paid') && match !== 'exact' && match !== 'checking'
  if (!task.payment && !canMark) return null
  const Part = task.payment ? MarkedPaid : PaymentForm
  return (
    <div data-print={task.payment ? undefined : 'never'}>
      <Card>
        <Title order={2} fz="lg" mb="xs" ref={heading} tabIndex={-1} style={{ outline: 0 }}>
          {task.payment ? `Paid on ${formatDay(task.payment.date)}` : 'Payment'}
        </Title>
        <Part task={task} onDone={() => heading.current?.focus()} />
      </Card>
    </div>
  )
}

const MarkedPaid = ({ task, onDone }: PaymentFormProps) => {
  const undo = useTaskChange(task, { success: 'Marked as not paid.', onDone })
  return (
    <Stack gap="sm">
      <p>Marked as paid by {task.payment?.markedBy}.</p>
      {task.payment?.reference ? <p>Reference: {task.payment.reference}</p> : null}
      {task.payment?.note ? (
        <Text style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
          {task.payment.note}
        </Text>
      ) : null}
      {undo.error ? <Notice tone="negative">{messageOf(undo.error)}</Notice> : null}
      {task.actions.includes('unmark_paid') ? (
        <Group gap="sm" data-print="never">
          <BusyButton
            variant="default"
            isBusy={undo.isPending}
            announced="Marking as not paid..."
            onClick={() => undo.mutate({ action: 'unmark_paid' })}
          >
            Mark as not paid
          </BusyButton>
          <Text c="var(--muted)" fz="sm">
            We've already emailed the contractor to say the invoice is paid. We won't email them
            again if you undo this.
          </Text>
        </Group>
      ) : null}
    </Stack>
  )
}
