// Asks before a bill is added beside others with its number.
import { type AccountingBill, similarBillsQuestion } from '@invoice-desk/contract/accounting'
import type { Task } from '@invoice-desk/contract/approval'
import { parseCents } from '@invoice-desk/contract/money'
import { Button, Group, Stack } from '@mantine/core'
import { Dialog } from '../../../shared/ui/dialog.tsx'

type SimilarDialogProps = {
  readonly task: Task
  readonly bills: readonly AccountingBill[]
  readonly onAgree: () => void
  readonly onCancel: () => void
}

export const SimilarDialog = ({ task, bills, onAgree, onCancel }: SimilarDialogProps) => (
  <Dialog title="Add this bill too?" onClose={onCancel}>
    <Stack gap="lg">
      <p>{similarBillsQuestion(bills, parseCents(task.details.amount) ?? 0)}</p>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel} data-autofocus>
          Cancel
        </Button>
        <Button onClick={onAgree}>Add this bill too</Button>
      </Group>
    </Stack>
  </Dialog>
)
