// The columns of the contractor's tables. Bills that staff turned down also show why, and what to do.

import { type BillStatus, isClosed } from '@invoice-desk/contract/bills/bill-status'
import type { ContractorBill } from '@invoice-desk/contract/contractor/contractor'
import { formatDollars } from '@invoice-desk/contract/values/money'
import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { AppLink } from '../../../shared/navigation/app-link.tsx'
import { paths } from '../../../shared/navigation/paths.ts'
import { counted } from '../../../shared/text/count-text.ts'
import { formatDay } from '../../../shared/text/times.ts'
import { IconMessage } from '../../../shared/ui/icons.ts'
import { BelowRow } from '../../../shared/ui/table/below-row.tsx'
import type { Column } from '../../../shared/ui/table/data-table.tsx'
import classes from './bills.module.css'
import { dueDay, fileLinkOf } from './bills.ts'

const InvoiceLink = (bill: ContractorBill) => {
  const link = fileLinkOf(bill)
  if (!link)
    return (
      <Text span c="dimmed" inherit>
        {bill.filesErasedAt ? 'File erased' : 'No file'}
      </Text>
    )
  return (
    <FileLink url={link} name={`View Invoice ${bill.invoiceNumber}`}>
      View Invoice
    </FileLink>
  )
}

/** Opens the dialog about a bill. */
const useDialog = ({ id }: ContractorBill) => {
  const navigate = useNavigate()
  return () => navigate(paths.submitInvoice({ conversation: id }), { preventScrollReset: true })
}

const NumberButton = ({ bill }: { bill: ContractorBill }) => (
  <button type="button" className="link-button anywhere" onClick={useDialog(bill)}>
    {bill.invoiceNumber}
  </button>
)

/** An icon, so that the cell's text stays the link to the file. */
const MessagesButton = ({ bill }: { bill: ContractorBill }) => {
  const { invoiceNumber, messages } = bill
  const name = messages ? counted(messages.count, 'message') : 'Messages'
  return (
    <Button
      variant="subtle"
      size="xs"
      px="0.375rem"
      title={name}
      aria-label={`${name}: ${invoiceNumber}`}
      leftSection={<IconMessage size={18} aria-hidden />}
      className={classes.messages}
      onClick={useDialog(bill)}
    >
      {messages?.count}
    </Button>
  )
}

const Actions = (bill: ContractorBill) => {
  const { id, invoiceNumber, isCorrectable, status } = bill
  const text = isCorrectable ? 'Correct and resubmit' : 'Submit again'
  return (
    <Group gap="0.25rem 0.75rem" justify="flex-end">
      <MessagesButton bill={bill} />
      {InvoiceLink(bill)}
      {isCorrectable || isClosed(status) ? (
        <Button
          component={AppLink}
          to={paths.submitInvoice(isCorrectable ? { bill: id } : { again: id })}
          variant={isCorrectable ? 'light' : 'default'}
          size="xs"
          aria-label={`${text}: ${invoiceNumber}`}
        >
          {text}
        </Button>
      ) : null}
    </Group>
  )
}

/** The same widths in every table, so that the tables line up. */
export const COLUMNS: readonly Column<ContractorBill>[] = [
  {
    header: 'Invoice #',
    heading: true,
    width: '18%',
    cell: (bill) => <NumberButton bill={bill} />,
  },
  { header: 'Submitted', width: '18%', cell: ({ dateCreated }) => formatDay(dateCreated) },
  {
    header: 'Amount',
    align: 'end',
    phone: 'amount',
    width: '16%',
    cell: ({ amount }) => formatDollars(amount),
  },
  {
    header: 'Due Date',
    phoneLabel: 'Due',
    width: '20%',
    cell: ({ dueDate }) => dueDay(dueDate),
  },
  { header: 'Actions', align: 'end', phone: 'action', width: '28%', cell: Actions },
]

/** Staff say why. */
const WITH_REASON: readonly BillStatus[] = ['changes_requested', 'rejected']

export const reasonsOf = (status: BillStatus) => (WITH_REASON.includes(status) ? Reason : undefined)

const Reason = ({ rejectReason, requestedChanges, isCorrectable }: ContractorBill) => (
  <BelowRow columns={COLUMNS.length}>
    <div className="compact muted pre">
      <span className="visually-hidden">Reason: </span>
      {rejectReason ?? requestedChanges ?? 'No reason was given.'}
      {requestedChanges !== undefined && !isCorrectable ? (
        <Text span inherit display="block" fs="italic">
          Only the person who submitted this invoice can correct it.
        </Text>
      ) : null}
    </div>
  </BelowRow>
)

type FileLinkProps = { readonly url: string; readonly name: string; readonly children: ReactNode }

/** Opens a bill's file in a new tab. */
export const FileLink = ({ url, name, children }: FileLinkProps) => (
  <a
    href={url}
    target="_blank"
    rel="noopener noreferrer"
    title={name}
    aria-label={`${name} (opens in a new tab)`}
  >
    {children}
  </a>
)
