// One task: details and decision on the left, the document on the right, links to the previous and next tasks above.
import type { Task } from '@invoice-desk/contract/approval'
import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { AppLink, useGo } from '../../../shared/app-link.tsx'
import { paths } from '../../../shared/paths.ts'
import { useShortcuts } from '../../../shared/use-shortcuts.ts'
import { ActionCard } from '../decision/action-card.tsx'
import { PaymentCard } from '../payment/payment-card.tsx'
import type { AccountingCheck } from '../posting/accounting-check.ts'
import { accountingQuery } from '../posting/api.ts'
import { DetailsCard } from './details-card.tsx'
import { DocumentView } from './document-view.tsx'
import { HistoryCard } from './history-card.tsx'
import classes from './task-view.module.css'

export const TaskView = ({ task }: { task: Task }) => {
  const { vendor, invoiceNumber } = task.details
  const query = useQuery(accountingQuery({ vendor, invoiceNumber }))
  const check: AccountingCheck = query.data ?? { checked: false, busy: query.isFetching }
  return (
    <>
      <Neighbors task={task} />
      <div className={classes.columns}>
        <Stack gap="lg" className={classes.column}>
          <DetailsCard task={task} check={check} />
          <ActionCard key={task.id} task={task} check={check} />
          <PaymentCard key={`${task.id}-payment`} task={task} check={check} />
          {task.history.length > 0 ? <HistoryCard history={task.history} /> : null}
        </Stack>
        <div className={classes.column} data-print="never">
          <DocumentView task={task} />
        </div>
      </div>
    </>
  )
}

const Neighbors = ({ task: { previousTaskId, nextTaskId } }: { task: Task }) => {
  const go = useGo()
  const open = (id: string | undefined) =>
    id ? () => void go(paths.approveInvoice(id)) : undefined
  useShortcuts({ p: open(previousTaskId), n: open(nextTaskId) })
  if (!previousTaskId && !nextTaskId) return null
  const link = (id: string | undefined, key: string, label: string) =>
    id ? (
      <AppLink to={paths.approveInvoice(id)} aria-keyshortcuts={key}>
        {label}
      </AppLink>
    ) : null
  return (
    <Group component="nav" mb="md" gap="0.5rem 1.25rem" aria-label="Pending invoices">
      {link(previousTaskId, 'p', 'Previous pending')}
      {link(nextTaskId, 'n', 'Next pending')}
      <Text span c="dimmed" fz="sm" visibleFrom="xs">
        or press <kbd>p</kbd> and <kbd>n</kbd>
      </Text>
    </Group>
  )
}
