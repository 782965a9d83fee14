// Asks whether an invoice that looks like an earlier one is really a new one.
import { BILL_STATUSES } from '@invoice-desk/contract/bills/bill-status'
import { CONTRACTOR_ERRORS } from '@invoice-desk/contract/contractor/contractor-errors'
import type { PossibleDuplicate } from '@invoice-desk/contract/contractor/submission'
import { formatDollars } from '@invoice-desk/contract/values/money'
import { Group, Paper, Stack, Text } from '@mantine/core'
import { formatDay } from '../../../shared/text/times.ts'
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx'

type SimilarDialogProps = {
  readonly bills: readonly PossibleDuplicate[]
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

const SHOWN_MAX = 5

export const SimilarDialog = ({ bills, onConfirm, onCancel }: SimilarDialogProps) => (
  <ConfirmDialog
    title="Is this a different invoice?"
    confirmLabel="Yes, Submit It"
    isSafe
    onConfirm={onConfirm}
    onCancel={onCancel}
  >
    <p>{CONTRACTOR_ERRORS.similar_bill.text}</p>
    <Stack gap="xs">
      {bills.slice(0, SHOWN_MAX).map((bill) => (
        <Paper
          key={`${bill.invoiceNumber} ${bill.dateCreated}`}
          px="sm"
          py="xs"
          bg="var(--sunken)"
          style={{ overflowWrap: 'anywhere' }}
        >
          <Group justify="space-between" fw={600}>
            <span>{bill.invoiceNumber}</span>
            <span style={{ fontVariantNumeric: 'tabular-nums' }}>{formatDollars(bill.amount)}</span>
          </Group>
          <Text c="var(--muted)" fz="var(--font-compact)">
            Submitted on {formatDay(bill.dateCreated)} · {BILL_STATUSES[bill.status].label}
            <br />
            {REASONS[bill.because]}
          </Text>
        </Paper>
      ))}
    </Stack>
  </ConfirmDialog>
)

const REASONS = {
  same_number: 'The same invoice number',
  same_file: 'The same file',
} as const satisfies Record<PossibleDuplicate['because'], string>
