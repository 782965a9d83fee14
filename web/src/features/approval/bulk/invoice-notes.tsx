// Invoices with what there is to know about each. With `onToggle`, each has a checkbox.
import type { PendingInvoice } from '@invoice-desk/contract/approval/approval'
import { formatDollars } from '@invoice-desk/contract/values/money'
import { Checkbox } from '@mantine/core'
import { paths } from '../../../shared/navigation/paths.ts'

type Item = { readonly invoice: PendingInvoice; readonly notes: readonly string[] }

type InvoiceNotesProps = {
  readonly items: readonly Item[]
  readonly included?: ReadonlySet<string>
  readonly onToggle?: (id: string) => void
}

export const InvoiceNotes = ({ items, included, onToggle }: InvoiceNotesProps) => (
  <ul className="boxed rows mt-2">
    {items.map(({ invoice, notes }) => {
      const { id, invoiceNumber, vendor, amount } = invoice
      return (
        <li key={id} className="beside padded">
          {onToggle ? (
            <Checkbox
              aria-label={`Include ${invoiceNumber}`}
              aria-describedby={`note-${id}`}
              checked={included?.has(id) ?? false}
              onChange={() => onToggle(id)}
            />
          ) : null}
          <div className="fill compact muted anywhere">
            <p className="row tight dark">
              <a href={paths.approveInvoice(id)} target="_blank" rel="noreferrer">
                {invoiceNumber}
              </a>
              <span>{vendor}</span>
              <strong className="end num">{formatDollars(amount)}</strong>
            </p>
            <div id={`note-${id}`}>
              {notes.map((note) => (
                <p key={note}>{note}</p>
              ))}
            </div>
          </div>
        </li>
      )
    })}
  </ul>
)
