// What's on an invoice: its lines, how its balance comes about, and its PDF.
import type { PayableInvoice } from '@invoice-desk/contract/customer-invoices/customer-invoices'
import type {
  InvoiceDetails,
  InvoiceLine,
} from '@invoice-desk/contract/customer-invoices/invoice-details'
import { useMutation, useQuery } from '@tanstack/react-query'
import { memo, useRef } from 'react'
import { saveFile } from '../../../shared/api/download.ts'
import { fileName } from '../../../shared/api/file-name.ts'
import { formatDay } from '../../../shared/text/times.ts'
import { BusyButton } from '../../../shared/ui/form/busy-button.tsx'
import { PROVEN_QUERY } from '../api.ts'
import { detailsQuery, loadPdf, needsProof } from './api.ts'
import { AskLink } from './ask-link.tsx'
import { quantityText, rateText, totalsOf } from './details.ts'
import { DetailsProblem } from './details-problem.tsx'
import { panelIdOf } from './invoice-cells.tsx'
import classes from './invoice-panel.module.css'
import { money } from './invoices.ts'
import { PanelSkeleton } from './panel-skeleton.tsx'
import { ProofForm } from './proof-form.tsx'

type InvoicePanelProps = {
  readonly invoice: PayableInvoice
  /** The invoice that was searched for. */
  readonly matchedId: string
  readonly onSearchAgain: () => void
}

// Memoized, because every keystroke in an amount renders the table.
export const InvoicePanel = memo(({ invoice, matchedId, onSearchAgain }: InvoicePanelProps) => {
  const { invoiceNumber } = invoice
  const { data: isProven = false } = useQuery(PROVEN_QUERY)
  const isPrivate = invoice.isPrivate === true && !isProven
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...detailsQuery(invoice.id),
    enabled: !isPrivate,
  })
  if (isPrivate || needsProof(error)) {
    const onProven = () => focusRow(invoice)
    return <ProofForm invoiceId={matchedId} {...{ onProven, onSearchAgain }} />
  }
  if (isPending) return <PanelSkeleton />
  return (
    <div className={`stack ${classes.panel}`}>
      {data ? (
        <>
          <Lines number={invoiceNumber} {...data} />
          <Totals {...data} />
        </>
      ) : (
        <DetailsProblem
          error={error}
          tone="info"
          isRetrying={isFetching}
          onRetry={() => void refetch().then(({ data }) => data && focusRow(invoice))}
          onSearchAgain={onSearchAgain}
        />
      )}
      <div className={`stack ${classes.more}`}>
        {data?.message ? (
          <p className={`compact muted anywhere ${classes.message}`}>{data.message}</p>
        ) : null}
        <Actions {...{ invoice, matchedId, onSearchAgain }} />
      </div>
    </div>
  )
})

/** When the pressed button is gone. */
const focusRow = (invoice: PayableInvoice) =>
  document.querySelector<HTMLElement>(`[aria-controls="${panelIdOf(invoice)}"]`)?.focus()

type LinesProps = Pick<InvoiceDetails, 'lines' | 'currency'> & { readonly number: string }

/** A list, because a table within the invoices table would confuse screen readers. */
const Lines = ({ number, lines, currency }: LinesProps) =>
  lines.length === 0 ? null : (
    <div className={`underlined ${classes.lines}`}>
      <div className={`tiny baseline anywhere muted plain ${classes.head}`} aria-hidden>
        {['Description', 'Qty', 'Rate', 'Amount'].map((header) => (
          <span key={header}>{header}</span>
        ))}
      </div>
      <ul className="plain" aria-label={`Lines of invoice ${number}`}>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity, and never change.
          <Line key={index} line={line} currency={currency} />
        ))}
      </ul>
    </div>
  )

type LineProps = { readonly line: InvoiceLine; readonly currency: string }

const Line = ({ line, currency }: LineProps) => {
  const { kind, quantity, rate, amount } = line
  const name = line.description || line.item || (kind === 'subtotal' ? 'Subtotal' : '')
  const item = line.item === name ? '' : line.item
  const small = [item, line.date && formatDay(line.date)].filter(Boolean).join(' · ')
  return (
    <li className={`compact baseline anywhere plain ${classes.line}`} data-kind={kind}>
      <div>
        {name}
        {small ? <p className="quiet plain">{small}</p> : null}
      </div>
      <Value label="Quantity" text={quantity === undefined ? '' : quantityText(quantity)} />
      <Value label="Rate" text={rate === undefined ? '' : rateText(rate, currency)} />
      <Value label="Amount" text={amount === undefined ? '' : money(amount, currency)} />
    </li>
  )
}

const Value = ({ label, text }: { label: string; text: string }) => (
  <div data-label={label}>
    {text ? (
      <>
        <span className="visually-hidden">{label} </span>
        {text}
      </>
    ) : null}
  </div>
)

const Totals = (details: InvoiceDetails) => (
  <dl className={`stack gap-2 compact num text-end ${classes.totals}`}>
    {totalsOf(details).map(({ label, text }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
)

const Actions = ({ invoice, matchedId, onSearchAgain }: InvoicePanelProps) => {
  const { id, invoiceNumber } = invoice
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => loadPdf(id),
    onSuccess: (pdf) => saveFile(pdf, `invoice-${fileName(invoiceNumber)}.pdf`),
  })
  const button = useRef<HTMLButtonElement>(null)
  const retry = () => {
    button.current?.focus()
    mutate()
  }
  return (
    <>
      {needsProof(error) ? (
        <ProofForm invoiceId={matchedId} onProven={retry} onSearchAgain={onSearchAgain} />
      ) : error ? (
        <DetailsProblem error={error} onRetry={retry} onSearchAgain={onSearchAgain} />
      ) : null}
      <div className="row compact" data-print="never">
        <BusyButton
          ref={button}
          size="sm"
          variant="default"
          isBusy={isPending}
          announced="Preparing the PDF..."
          onClick={() => mutate()}
        >
          Download PDF
        </BusyButton>
        <AskLink numbers={[invoiceNumber]} />
      </div>
    </>
  )
}
