// The details of the invoice under approval, with its status in QuickBooks and possible duplicates.
import type { Task } from '@invoice-desk/contract/approval'
import { formatDate } from '@invoice-desk/contract/dates'
import { formatDollars } from '@invoice-desk/contract/money'
import { Box, Button, Group, Paper, Stack, Text, VisuallyHidden } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { AppLink } from '../../../shared/app-link.tsx'
import { paths } from '../../../shared/paths.ts'
import { Card } from '../../../shared/ui/card.tsx'
import { Notice } from '../../../shared/ui/notice.tsx'
import type { CheckedTask } from '../posting/accounting-check.ts'
import { AccountingSection } from '../posting/accounting-section.tsx'
import classes from './details-card.module.css'

const VendorDialog = lazy(() =>
  import('../posting/vendor-dialog.tsx').then((m) => ({ default: m.VendorDialog })),
)

const WRAP = { overflowWrap: 'anywhere' } as const

export const DetailsCard = ({ task, check }: CheckedTask) => {
  const { details, status } = task
  return (
    <Card title="Invoice Details">
      <Stack>
        <Paper px="sm" py="xs" c="white" bg={status.color}>
          Status: <strong>{status.name}</strong>
        </Paper>
        {details.rejectReason ? (
          <Text style={WRAP}>Reason for rejection: {details.rejectReason}</Text>
        ) : null}
        <Duplicates task={task} />
        <Stack component="dl" m={0} gap="sm">
          <Fact label="Vendor">
            <Vendor task={task} check={check} />
          </Fact>
          <Fact label="Amount">
            <Text span fz="xl" fw={650}>
              {formatDollars(details.amount)}
            </Text>
          </Fact>
          <Fact label="Email">
            <a href={`mailto:${details.email}`}>{details.email}</a>
          </Fact>
          <Fact label="Invoice Number">{details.invoiceNumber}</Fact>
          <Fact label="Due Date">{formatDate(details.dueDate)}</Fact>
          <Fact label="Submitted">{formatDate(details.dateCreated)}</Fact>
          <Fact label="Documents">
            <Documents task={task} />
          </Fact>
          <Fact label="QuickBooks Status">
            <AccountingSection task={task} check={check} />
          </Fact>
        </Stack>
      </Stack>
    </Card>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <Group gap="0 0.75rem" align="flex-start">
    <Text component="dt" c="dimmed" w="9.5rem">
      {label}
    </Text>
    <Box component="dd" m={0} flex="1 1 14rem" miw={0} style={WRAP} className={classes.value}>
      {children}
    </Box>
  </Group>
)

const Vendor = ({ task, check }: CheckedTask) => {
  const [choosing, setChoosing] = useState(false)
  const canChoose = task.actions.includes('update_vendor') && !(check.checked && check.exists)
  return (
    <Group gap="xs">
      <span>{task.details.vendor}</span>
      {canChoose ? (
        <Button variant="default" size="xs" onClick={() => setChoosing(true)}>
          Choose Existing Vendor
        </Button>
      ) : null}
      {choosing ? (
        <Suspense fallback={null}>
          <VendorDialog task={task} onClose={() => setChoosing(false)} />
        </Suspense>
      ) : null}
    </Group>
  )
}

const Documents = ({ task: { details } }: { task: Task }) =>
  details.documents.length === 0
    ? 'No attachments'
    : details.documents.map(({ name, url }) => (
        <div key={url}>
          <a href={url} target="_blank" rel="noreferrer">
            {name}
            <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
          </a>
        </div>
      ))

const BECAUSE = { same_number: 'the same invoice number', same_file: 'the same file' } as const

const Duplicates = ({ task: { duplicates } }: { task: Task }) =>
  duplicates.length === 0 ? null : (
    <Notice tone="warning">
      <p>This invoice looks similar to earlier ones:</p>
      <ul style={{ margin: 0, paddingInlineStart: '1.25rem' }}>
        {duplicates.map(({ id, invoiceNumber, status, because }) => (
          <li key={`${id}-${because}`}>
            <AppLink to={paths.approveInvoice(id)}>{invoiceNumber}</AppLink> ({status}) has{' '}
            {BECAUSE[because]}
          </li>
        ))}
      </ul>
    </Notice>
  )
