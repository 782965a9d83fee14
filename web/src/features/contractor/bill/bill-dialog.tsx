// Everything about one bill: where it is on its way to the payment, its files, what can be done, and the messages.

import { readBillTimeline } from '@invoice-desk/contract/bills/bill-timeline'
import type { ContractorBill } from '@invoice-desk/contract/contractor/contractor'
import { withdrawInvoice } from '@invoice-desk/contract/contractor/submission'
import { formatDollars } from '@invoice-desk/contract/values/money'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../../shared/api/api.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import { AppLink } from '../../../shared/navigation/app-link.tsx'
import { paths } from '../../../shared/navigation/paths.ts'
import { erasedText } from '../../../shared/text/erased-text.ts'
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx'
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx'
import { Loaded } from '../../../shared/ui/feedback/loaded.tsx'
import { Problem } from '../../../shared/ui/feedback/problem.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { StatusChip } from '../../../shared/ui/status-chip.tsx'
import { billQuery, billsKey, reloadBills } from '../api.ts'
import { FileLink } from '../bills/bill-columns.tsx'
import { dueDay, fileLinkOf } from '../bills/bills.ts'
import { BillConversation } from '../conversation/bill-conversation.tsx'
import { type Contractor, isTokenRefused } from '../verification/portal-flow.ts'
import { BillTimeline } from './bill-timeline.tsx'

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
                {bill.isEditable ? (
                  <Group gap="xs">
                    <Button
                      component={AppLink}
                      to={paths.submitInvoice({ bill: bill.id })}
                      variant="default"
                    >
                      {bill.isCorrectable ? 'Correct and resubmit' : 'Change invoice'}
                    </Button>
                    <Button variant="subtle" color="gray" onClick={() => setIsAsking(true)}>
                      Withdraw
                    </Button>
                  </Group>
                ) : null}
                <section aria-labelledby="messages-title">
                  <Title order={3} fz="var(--font-body)" mb="xs" id="messages-title">
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
        <Text span fz="var(--font-title)" fw={650}>
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

type WithdrawDialogProps = {
  readonly contractor: Contractor
  readonly bill: ContractorBill
  readonly onExpired: () => void
  readonly onClose: () => void
}

/** Asks before a bill is withdrawn. Stays open with the reason if that's refused. */
const WithdrawDialog = ({ contractor, bill, onExpired, onClose }: WithdrawDialogProps) => {
  const client = useQueryClient()
  const withdrawing = useMutation({
    mutationFn: () => withdraw(contractor, bill),
    onSuccess: async () => {
      // First, so that focus doesn't return to a button that is about to go.
      await reloadBills(client, contractor)
      onClose()
      showToast('success', 'Invoice withdrawn.')
    },
    onError: (refusal) => {
      if (isTokenRefused(refusal)) return onExpired()
      // The bill may have changed.
      return reloadBills(client, contractor)
    },
  })
  return (
    <ConfirmDialog
      title={`Withdraw invoice ${bill.invoiceNumber}?`}
      confirmLabel="Yes, withdraw"
      action={withdrawing}
      onConfirm={() => withdrawing.mutate()}
      onCancel={onClose}
    >
      {bill.isEditable ? <p>We won't review or pay it. You can submit it again later.</p> : null}
    </ConfirmDialog>
  )
}

/** Reloaded with the bills. */
const timelineQuery = (contractor: Contractor, billId: string) =>
  queryOptions({
    queryKey: [...billsKey(contractor), 'timeline', billId],
    queryFn: ({ signal }) =>
      call(readBillTimeline, { query: { billId }, token: contractor.token, signal }),
    staleTime: 0,
  })

const withdraw = ({ token }: Contractor, { id: billId, version }: ContractorBill) =>
  call(withdrawInvoice, { body: { billId, version }, token })
