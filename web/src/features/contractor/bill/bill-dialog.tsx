// Everything about one bill: where it is on its way to the payment, its files, what can be done, and the messages.
import type { ContractorBill } from '@invoice-desk/contract/contractor/contractor'
import { formatDollars } from '@invoice-desk/contract/values/money'
import { Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../../../shared/api/api-error.ts'
import { erasedText } from '../../../shared/text/erased-text.ts'
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx'
import { Loaded } from '../../../shared/ui/feedback/loaded.tsx'
import { Problem } from '../../../shared/ui/feedback/problem.tsx'
import { StatusChip } from '../../../shared/ui/status-chip.tsx'
import { billQuery } from '../api.ts'
import { dueDay, fileLinkOf } from '../bills/bills.ts'
import { FileLink } from '../bills/file-link.tsx'
import { BillConversation } from '../conversation/bill-conversation.tsx'
import { type Contractor, isTokenRefused } from '../verification/portal-flow.ts'
import { timelineQuery } from './api.ts'
import { BillActions } from './bill-actions.tsx'
import { BillTimeline } from './bill-timeline.tsx'
import { WithdrawDialog } from './withdraw-dialog.tsx'

type BillDialogProps = {
  readonly contractor: Contractor
  readonly billId: string
  readonly onExpired: () => void
  readonly onClose: () => void
}

export const BillDialog = (props: BillDialogProps) => {
  const { contractor, billId, onExpired, onClose } = props
  const query = useQuery(billQuery(contractor, billId))
  const timeline = useQuery(timelineQuery(contractor, billId))
  const isExpired = isTokenRefused(query.error) || isTokenRefused(timeline.error)
  useEffect(() => {
    if (isExpired) onExpired()
  }, [isExpired, onExpired])
  const [isAsking, setIsAsking] = useState(false)
  const bill = query.data?.bills.find(({ id }) => id === billId)
  return (
    <>
      <Dialog
        title={bill ? `Invoice ${bill.invoiceNumber}` : 'Invoice'}
        size="lg"
        closeOnEscape={!isAsking}
        onClose={onClose}
      >
        <Loaded query={query}>
          {() =>
            bill ? (
              <Stack gap="lg">
                <Facts bill={bill} />
                <Loaded query={timeline}>
                  {(steps) => <BillTimeline bill={bill} {...steps} />}
                </Loaded>
                <BillActions bill={bill} onWithdraw={() => setIsAsking(true)} />
                <section aria-labelledby="messages-title">
                  <Title order={3} fz="1rem" mb="xs" id="messages-title">
                    Messages
                  </Title>
                  <BillConversation {...props} />
                </section>
              </Stack>
            ) : (
              <>
                <Problem error={new ApiError(UNKNOWN, { code: 'bill_unknown', status: 404 })} />
                <Text mt="sm">
                  It may belong to another email. Choose Change Email, then open the link again.
                </Text>
              </>
            )
          }
        </Loaded>
      </Dialog>
      {/* Beside the dialog, because inside it would be below its header. */}
      {bill && isAsking ? (
        <WithdrawDialog {...props} bill={bill} onClose={() => setIsAsking(false)} />
      ) : null}
    </>
  )
}

const UNKNOWN = "We couldn't find that invoice among your bills."

const Facts = ({ bill }: { bill: ContractorBill }) => {
  const link = fileLinkOf(bill)
  const files = bill.files.length > 0 ? bill.files : link ? [{ id: '', name: '', url: link }] : []
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Text span fz="1.25rem" fw={650}>
          {formatDollars(bill.amount)}
        </Text>
        <StatusChip status={bill.status} />
        <Text span c="var(--muted)">
          Due {dueDay(bill.dueDate)}
        </Text>
      </Group>
      <Group gap="0.25rem 1rem">
        {files.length === 0 ? (
          <Text c="dimmed">{bill.filesErasedAt ? erasedText(bill.filesErasedAt) : 'No file'}</Text>
        ) : (
          files.map(({ id, name, url }) => (
            <FileLink key={id} url={url} name={name || 'View Invoice'}>
              {name || 'View Invoice'}
            </FileLink>
          ))
        )}
      </Group>
    </Stack>
  )
}
