// Asks whether an invoice that looks like an earlier one is really another.
import { BILL_STATUSES } from '@invoice-desk/contract/bill-status'
import type { ResembledBill } from '@invoice-desk/contract/contractor'
import { formatDate } from '@invoice-desk/contract/dates'
import { ERRORS } from '@invoice-desk/contract/errors'
import { Button, Group, Stack } from '@mantine/core'
import { Dialog } from '../../../shared/ui/dialog.tsx'
import { dollars } from '../bills/bills.ts'
import classes from './similar-dialog.module.css'

type SimilarDialogProps = {
  readonly bills: readonly ResembledBill[]
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

const SHOWN_MAX = 5

export const SimilarDialog = ({ bills, onConfirm, onCancel }: SimilarDialogProps) => (
  <Dialog title="Is this another invoice?" onClose={onCancel}>
    <Stack gap="lg">
      <p>{ERRORS.similar_bill.text}</p>
      <ul className={classes.bills}>
        {bills.slice(0, SHOWN_MAX).map((bill) => (
          <li key={`${bill.invoiceNumber} ${bill.dateCreated}`} className={classes.bill}>
            <strong>{bill.invoiceNumber}</strong>
            <span className={classes.amount}>{dollars(bill.amount)}</span>
            <span className={classes.about}>
              Submitted on {formatDate(bill.dateCreated)} · {BILL_STATUSES[bill.status].label}
            </span>
            <span className={classes.why}>{REASONS[bill.because]}</span>
          </li>
        ))}
      </ul>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel} data-autofocus>
          Cancel
        </Button>
        <Button onClick={onConfirm}>Yes, Submit It</Button>
      </Group>
    </Stack>
  </Dialog>
)

const REASONS = {
  same_number: 'The same invoice number',
  same_file: 'The same file',
} as const satisfies Record<ResembledBill['because'], string>
