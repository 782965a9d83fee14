// Unsubmitted bills by email, kept in this tab until they're submitted or cleared. Files are lost on reload.
import { z } from 'zod'
import { openShelf, type Shelf } from '../../../shared/shelf.ts'
import { type InvoiceFields, isFilled, NO_FIELDS, TEXT_NAMES } from './invoice-fields.ts'

const KEY = 'invoice-desk.new-bill'

// Partial: a draft may be older than a field.
const texts = z.partialRecord(z.enum(TEXT_NAMES), z.string())

export const createBillDrafts = (shelf: Shelf) => {
  const drafts = new Map(readKept(shelf))
  let interrupted: string | undefined

  const save = () => {
    try {
      const kept = [...drafts].map(([email, { file: _file, ...fields }]) => [email, fields])
      shelf.setItem(KEY, JSON.stringify(kept))
    } catch {
      // The storage is full, so the drafts are lost on reload.
    }
  }
  const drop = (email: string) => {
    drafts.delete(email)
    save()
  }
  return {
    of: (email: string): InvoiceFields | undefined => drafts.get(email),
    hold: (email: string, fields: InvoiceFields) => {
      if (!isFilled(fields)) return drop(email)
      drafts.set(email, fields)
      save()
    },
    drop,
    /** Remembers that this email's session ended while the form was open. */
    interrupt: (email: string | undefined) => {
      interrupted = email
    },
    isInterrupted: (email: string): boolean => interrupted === email,
  }
}

const readKept = (shelf: Shelf): (readonly [string, InvoiceFields])[] => {
  try {
    const kept = z.array(z.tuple([z.string(), texts])).parse(JSON.parse(shelf.getItem(KEY) ?? '[]'))
    const drafts = kept.map(([email, fields]) => [email, { ...NO_FIELDS, ...fields }] as const)
    return drafts.filter(([, fields]) => isFilled(fields))
  } catch {
    return []
  }
}

export const billDrafts = createBillDrafts(openShelf(() => window.sessionStorage))
