// The customer's invoices: which to pay, how much on each, what's on them, and what was paid before.
import type { PayableInvoice } from '@invoice-desk/contract/customer-invoices/customer-invoices'
import { useCallbackRef } from '@mantine/hooks'
import { lazy, Suspense, useCallback, useState } from 'react'
import { formatDay } from '../../../shared/text/times.ts'
import { today } from '../../../shared/text/today.ts'
import { Fallback } from '../../../shared/ui/feedback/fallback.tsx'
import { Notice } from '../../../shared/ui/feedback/notice.tsx'
import { Pill } from '../../../shared/ui/pill.tsx'
import { BelowRow } from '../../../shared/ui/table/below-row.tsx'
import { type Column, DataTable } from '../../../shared/ui/table/data-table.tsx'
import type { PaymentProblem } from '../attempt/payment-problem.ts'
import {
  AmountField,
  BankTransferNote,
  InvoiceCheckbox,
  NumberCell,
  Paid,
  PaymentsMade,
  panelIdOf,
} from './invoice-cells.tsx'
import { paidToFold } from './invoice-list.ts'
import { isOpen, isOverdue, isPayable, money } from './invoices.ts'
import classes from './invoices-table.module.css'
import { AllCheckbox, ListBar, type SelectProps } from './list-bar.tsx'
import { PanelSkeleton } from './panel-skeleton.tsx'

const InvoicePanel = lazy(() =>
  import('./invoice-panel.tsx').then((m) => ({ default: m.InvoicePanel })),
)

type InvoicesTableProps = SelectProps & {
  /** The invoice that was searched for. */
  readonly matchedId: string
  /** Why a payment failed, which may be about some of the invoices. */
  readonly problem: PaymentProblem | undefined
  readonly onHistory: (invoice: PayableInvoice) => void
  readonly onSearchAgain: () => void
}

const COLUMNS = 8

const BROKEN = (
  <Notice tone="info">
    <p>We can't show this. Reload the page.</p>
  </Notice>
)

export const InvoicesTable = (props: InvoicesTableProps) => {
  const { invoices, matchedId, onSearchAgain } = props
  const { isOpened, toggle } = useOpened(invoices.find(({ id }) => id === matchedId))
  // Only what was paid before the search: an invoice that was paid since then stays in view.
  const [foldable] = useState(() => paidToFold(invoices, matchedId))
  const [isPaidShown, setIsPaidShown] = useState(false)
  const isFoldable = ({ id }: PayableInvoice) => foldable.has(id)
  // Always the same, so the panels stay as they are while an amount is typed.
  const searchAgain = useCallbackRef(onSearchAgain)
  const below = (invoice: PayableInvoice) =>
    isOpened(invoice) ? (
      <BelowRow columns={COLUMNS}>
        <section id={panelIdOf(invoice)} aria-label={`Invoice ${invoice.invoiceNumber}`}>
          <Fallback instead={BROKEN}>
            <Suspense fallback={<PanelSkeleton />}>
              <InvoicePanel {...{ invoice, matchedId }} onSearchAgain={searchAgain} />
            </Suspense>
          </Fallback>
        </section>
      </BelowRow>
    ) : null
  return (
    <div className={`frameless ${classes.table}`}>
      <ListBar
        {...props}
        paidCount={invoices.filter(isFoldable).length}
        isPaidShown={isPaidShown}
        onPaidShown={setIsPaidShown}
      />
      <DataTable
        caption="Invoices"
        columns={columnsOf({ ...props, isOpened, onToggle: toggle })}
        rows={isPaidShown ? invoices : invoices.filter((each) => !isFoldable(each))}
        rowKey={({ id }) => id}
        below={below}
      />
    </div>
  )
}

/** An invoice has a new id once its balance changes. */
const openKeyOf = ({ invoiceNumber, date }: PayableInvoice) => `${invoiceNumber} ${date}`

/** Which invoices show what's on them: first, the one that was searched for. */
const useOpened = (matched: PayableInvoice | undefined) => {
  const [opened, setOpened] = useState<ReadonlySet<string>>(
    () => new Set(matched && [openKeyOf(matched)]),
  )
  const isOpened = (invoice: PayableInvoice) => opened.has(openKeyOf(invoice))
  const toggle = useCallback((invoice: PayableInvoice) => {
    setOpened((now) => {
      const next = new Set(now)
      const key = openKeyOf(invoice)
      if (!next.delete(key)) next.add(key)
      return next
    })
  }, [])
  return { isOpened, toggle }
}

type ColumnsOptions = InvoicesTableProps & {
  readonly isOpened: (invoice: PayableInvoice) => boolean
  readonly onToggle: (invoice: PayableInvoice) => void
}

const columnsOf = (options: ColumnsOptions): Column<PayableInvoice>[] => {
  const { invoices, selection, lockedText, problem, onSelect, onHistory } = options
  const { isOpened, onToggle } = options
  const now = today()
  const isLocked = lockedText !== undefined
  const changed = new Set(problem?.changes?.map(({ id }) => id))
  const firstChanged = invoices.find(({ id }) => changed.has(id))
  const newsOf = (invoice: PayableInvoice) => ({
    problem: changed.has(invoice.id) ? problem : undefined,
    takesFocus: invoice === firstChanged,
  })
  return [
    {
      header: 'Select',
      phone: 'select',
      width: '1px',
      control: <AllCheckbox {...options} />,
      cell: (invoice) => (
        <InvoiceCheckbox
          isSelected={selection.has(invoice.id)}
          {...{ invoice, isLocked, onSelect }}
        />
      ),
    },
    {
      header: 'Invoice #',
      heading: true,
      cell: (invoice) => <NumberCell isOpened={isOpened(invoice)} {...{ invoice, onToggle }} />,
    },
    {
      header: 'Date',
      phone: 'hidden',
      cell: ({ date }) => <span className={classes.day}>{formatDay(date)}</span>,
    },
    {
      header: 'Due Date',
      phoneLabel: '',
      cell: (invoice) => (
        <div className="wrap tight">
          <span className={classes.day}>{formatDay(invoice.dueDate)}</span>
          {isOverdue(invoice, now) ? <Pill tone="negative">Overdue</Pill> : null}
        </div>
      ),
    },
    {
      header: 'Amount',
      align: 'end',
      phone: 'hidden',
      cell: ({ amount, currency }) => money(amount, currency),
    },
    {
      header: 'Payments',
      phoneLabel: '',
      align: 'end',
      cell: (invoice) => <PaymentsMade {...{ invoice, onHistory }} />,
    },
    {
      header: 'Balance',
      align: 'end',
      phone: 'amount',
      cell: ({ balance, currency }) => <strong>{money(balance, currency)}</strong>,
    },
    {
      header: 'Payment',
      align: 'end',
      phone: 'action',
      cell: (invoice) => {
        if (!isOpen(invoice)) return <Paid {...{ invoice }} {...newsOf(invoice)} />
        if (!isPayable(invoice)) return <BankTransferNote invoice={invoice} />
        const cents = selection.get(invoice.id)
        if (cents === undefined) return <span className={classes.none}>–</span>
        return <AmountField {...{ invoice, cents, isLocked, onSelect }} {...newsOf(invoice)} />
      },
    },
  ]
}
