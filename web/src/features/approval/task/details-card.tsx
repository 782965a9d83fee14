// The details of the invoice under approval, with its status in QuickBooks, warnings and the decision.
import type { Task } from '@invoice-desk/contract/approval/approval'
import { billStatusFrom } from '@invoice-desk/contract/bills/bill-status'
import { formatDollars } from '@invoice-desk/contract/values/money'
import { Button, Text, Title, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatDay } from '../../../shared/text/times.ts'
import { today } from '../../../shared/text/today.ts'
import { conversationQuery } from '../conversation/api.ts'
import { countsText } from '../conversation/counts-text.ts'
import { canBeLate, dueLabel } from '../pending/due.ts'
import type { CheckedTask } from '../posting/accounting-check.ts'
import { AccountingSection } from '../posting/accounting-section.tsx'
import { ApprovalsSection } from './approvals-section.tsx'
import classes from './details-card.module.css'
import { Agrees, Differs, Duplicates, StatusBanner } from './details-marks.tsx'

type DetailsCardProps = CheckedTask & {
  readonly onChooseVendor: () => void
  /** The decision, at the card's end. */
  readonly children: ReactNode
}

export const DetailsCard = ({ task, check, onChooseVendor, children }: DetailsCardProps) => {
  const { details } = task
  const { changed, documentCheck } = details
  const canChoose = task.actions.includes('update_vendor') && !(check.checked && check.exists)
  return (
    <div className={`panel slim anywhere ${classes.card}`}>
      <Title order={2} fz="var(--font-body)" className={classes.title}>
        Invoice Details
      </Title>
      <StatusBanner task={task} />
      <div className={`column gap-3 inset ${classes.body}`}>
        {details.rejectReason ? (
          <Text fz="inherit">Reason for rejection: {details.rejectReason}</Text>
        ) : null}
        <RequestedChanges task={task} />
        <dl className="wrap gap-2 between">
          <div className="grow">
            <VisuallyHidden component="dt">Vendor</VisuallyHidden>
            <dd className="lead strong">{details.vendor}</dd>
            <VisuallyHidden component="dt">Email</VisuallyHidden>
            <dd>
              <a href={`mailto:${details.email}`}>{details.email}</a>
            </dd>
          </div>
          <div className="text-end">
            <VisuallyHidden component="dt">Amount</VisuallyHidden>
            <dd className="figure">
              {formatDollars(details.amount)}
              <Agrees check={documentCheck?.amount} />
            </dd>
            <Before>{changed?.amount}</Before>
          </div>
        </dl>
        <AmountDiffers task={task} />
        {canChoose ? (
          <Button variant="default" size="xs" className="self-start" onClick={onChooseVendor}>
            Choose Existing Vendor
          </Button>
        ) : null}
        <dl className={`between ${classes.facts}`}>
          <Fact
            label="Invoice Number"
            before={changed?.invoiceNumber}
            note={<Differs check={documentCheck?.invoiceNumber} />}
          >
            {details.invoiceNumber}
            <Agrees check={documentCheck?.invoiceNumber} />
          </Fact>
          <Fact
            label="Due Date"
            mark={dueMarkOf(task)}
            before={changed?.dueDate && formatDay(changed.dueDate)}
            note={<Differs check={documentCheck?.dueDate} format={formatDay} />}
          >
            {formatDay(details.dueDate)}
            <Agrees check={documentCheck?.dueDate} />
          </Fact>
          <Fact label="Submitted">{formatDay(details.dateCreated)}</Fact>
          <Fact label="Documents">
            <Documents task={task} />
            {changed?.file ? (
              <span className={`small medium ${classes.before}`}>changed</span>
            ) : null}
          </Fact>
          <ConversationFact task={task} />
        </dl>
        <Duplicates task={task} />
        <ApprovalsSection task={task} />
        <AccountingSection task={task} check={check} />
      </div>
      {children}
    </div>
  )
}

const AmountDiffers = ({ task: { details } }: { task: Task }) => {
  const { amountDiffers, documentCheck } = details
  const total = documentCheck?.amount.found
  if (!amountDiffers && !total) return null
  return (
    <p className={`small medium ${classes.differs}`}>
      {amountDiffers ? "We couldn't find this amount in the document." : null}
      {total ? ` The document's total is ${total}.` : null}
    </p>
  )
}

const dueMarkOf = ({ status, details }: Task) =>
  canBeLate(billStatusFrom(status.name)) ? dueLabel(details.dueDate, today()) : undefined

type FactProps = {
  readonly label: string
  readonly mark?: ReturnType<typeof dueLabel>
  /** The value before the contractor's last correction. */
  readonly before?: string | undefined
  /** Below the value. */
  readonly note?: ReactNode
  readonly children: ReactNode
}

const Fact = ({ label, mark, before, note, children }: FactProps) => (
  <div data-mark={mark}>
    <dt>{mark ? `${label}, ${mark.toLowerCase()}` : label}</dt>
    <dd>{children}</dd>
    <Before>{before}</Before>
    {note}
  </div>
)

const Before = ({ children }: { children: string | undefined }) =>
  children ? <dd className={`small medium ${classes.before}`}>was {children}</dd> : null

/** An answer may be further down, below the decision. */
const ConversationFact = ({ task }: { task: Task }) => {
  const { data } = useQuery(conversationQuery(task.id))
  return data && data.messages.length > 0 ? (
    <div data-print="never">
      <dt>Conversation</dt>
      <dd>
        <a href="#conversation">{countsText(data.messages)}</a>
      </dd>
    </div>
  ) : null
}

const RequestedChanges = ({ task: { details } }: Pick<CheckedTask, 'task'>) => {
  const asked = details.requestedChanges
  return asked ? (
    <Text fz="inherit" style={{ whiteSpace: 'pre-line' }}>
      {asked.by ? `${asked.by} requested changes` : 'Requested changes'}: {asked.message}
    </Text>
  ) : null
}

const Documents = ({ task: { details } }: { task: Task }) =>
  details.documents.length === 0
    ? details.filesErasedAt
      ? `Erased on ${formatDay(details.filesErasedAt)}`
      : 'No attachments'
    : details.documents.map(({ name, url }) => (
        <div key={url}>
          <a href={url} target="_blank" rel="noreferrer">
            {name}
            <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
          </a>
        </div>
      ))
