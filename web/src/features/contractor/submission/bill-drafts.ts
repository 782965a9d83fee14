// Half-entered bills by email, kept in this tab until they are submitted or cleared. A file is kept until a reload.
import { z } from 'zod'
import { openShelf, type Shelf } from '../../../shared/shelf.ts'
import { type InvoiceFields, isFilled, NO_FIELDS } from './invoice-fields.ts'

const KEY = 'invoice-desk.new-bill'

const texts = z.object({ amount: z.string(), invoiceNumber: z.string(), dueDate: z.string() })

export type BillDrafts = ReturnType<typeof createBillDrafts>

export const createBillDrafts = (shelf: Shelf) => {
  const drafts = new Map(readKept(shelf))
  let interrupted: string | undefined

  const save = () => {
    try {
      const kept = [...drafts].map(([email, { file: _file, ...fields }]) => [email, fields])
      shelf.setItem(KEY, JSON.stringify(kept))
    } catch {
      // A full storage only means that a reload forgets them.
    }
  }
  const drop = (email: string) => {
    drafts.delete(email)
    save()
  }
  return {
    /** What this email has entered; no one gets to see another's. */
    of: (email: string): InvoiceFields | undefined => drafts.get(email),
    hold: (email: string, fields: InvoiceFields) => {
      if (!isFilled(fields)) return drop(email)
      drafts.set(email, fields)
      save()
    },
    drop,
    /** The session of this email ended while its form was in view. */
    interrupt: (email: string | undefined) => {
      interrupted = email
    },
    isInterrupted: (email: string): boolean => interrupted === email,
  }
}

const readKept = (shelf: Shelf): [string, InvoiceFields][] => {
  try {
    const kept = z.array(z.tuple([z.string(), texts])).parse(JSON.parse(shelf.getItem(KEY) ?? '[]'))
    return kept.map(([email, fields]) => [email, { ...NO_FIELDS, ...fields }])
  } catch {
    return []
  }
}

const open = () => createBillDrafts(openShelf(() => window.sessionStorage))
let opened: BillDrafts | undefined

export const billDrafts = (): BillDrafts => {
  opened ??= open()
  return opened
}
