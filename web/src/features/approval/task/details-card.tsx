// The invoice under approval: what it says, what stands beside it in QuickBooks, and what it resembles.
import type { Task } from '@invoice-desk/contract/approval'
import { formatDate } from '@invoice-desk/contract/dates'
import { formatDollars } from '@invoice-desk/contract/money'
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { AppLink } from '../../../shared/app-link.tsx'
import { paths } from '../../../shared/paths.ts'
import { Card } from '../../../shared/ui/card.tsx'
import { Notice } from '../../../shared/ui/notice.tsx'
import type { AccountingCheck } from '../posting/accounting-check.ts'
import { AccountingSection } from '../posting/accounting-section.tsx'
import { VendorDialog } from '../posting/vendor-dialog.tsx'
import classes from './details-card.module.css'

type DetailsCardProps = { readonly task: Task; readonly check: AccountingCheck }

export const DetailsCard = ({ task, check }: DetailsCardProps) => {
  const { details, status } = task
  return (
    <Card>
      <h2 className={classes.heading}>Invoice Details</h2>
      <p className={classes.banner} style={{ background: status.color }}>
        Status: <strong>{status.name}</strong>
      </p>
      {details.rejectReason ? (
        <p className={classes.reason}>Reason for rejection: {details.rejectReason}</p>
      ) : null}
      <Duplicates task={task} />
      <dl className={classes.facts}>
        <Fact label="Vendor">
          <Vendor task={task} check={check} />
        </Fact>
        <Fact label="Amount">
          <span className={classes.amount}>{formatDollars(details.amount)}</span>
        </Fact>
        <Fact label="E-mail">
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
      </dl>
    </Card>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={classes.fact}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** Offered until a bill with the old vendor stands in QuickBooks. */
const Vendor = ({ task, check }: DetailsCardProps) => {
  const [choosing, setChoosing] = useState(false)
  const hasBill =
    (check.checked && check.exists) ||
    task.posting.state === 'created' ||
    task.posting.state === 'waiting' ||
    task.status.name.toLowerCase() === 'paid'
  return (
    <span className={classes.vendor}>
      <span>{task.details.vendor}</span>
      {hasBill ? null : (
        <Button variant="default" size="xs" onClick={() => setChoosing(true)}>
          Choose Existing Vendor
        </Button>
      )}
      {choosing ? <VendorDialog task={task} onClose={() => setChoosing(false)} /> : null}
    </span>
  )
}

const Documents = ({ task }: { task: Task }) => {
  const { documents } = task.details
  if (documents.length === 0) return 'No attachments'
  return (
    <ul className={classes.documents}>
      {documents.map(({ name, url }) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noreferrer">
            {name}
            <span className={classes.hidden}> (opens in a new tab)</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

const BECAUSE = { same_number: 'the same invoice number', same_file: 'the same file' } as const

const Duplicates = ({ task: { duplicates } }: { task: Task }) =>
  duplicates.length === 0 ? null : (
    <div className={classes.duplicates}>
      <Notice tone="warning">
        <p>This invoice resembles earlier ones:</p>
        <ul>
          {duplicates.map(({ id, invoiceNumber, status, because }) => (
            <li key={`${id}-${because}`}>
              <AppLink to={paths.approveInvoice(id)}>{invoiceNumber}</AppLink> ({status}) has{' '}
              {BECAUSE[because]}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
