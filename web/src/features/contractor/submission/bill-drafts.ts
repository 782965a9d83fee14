// Unsubmitted bills by email, kept in this tab until they're submitted or cleared. Files are lost on reload.
import { z } from 'zod'
import {
  type BrowserStorage,
  keepJson,
  openStorage,
  readJson,
} from '../../../shared/browser-storage.ts'
import { type InvoiceFields, isFilled, NO_FIELDS, TEXT_NAMES } from './invoice-fields.ts'

const KEY = 'invoice-desk.new-bill'

// Partial, because a draft may be older than a newly added field.
const keptDrafts = z.array(z.tuple([z.string(), z.partialRecord(z.enum(TEXT_NAMES), z.string())]))

export const createBillDrafts = (storage: BrowserStorage) => {
  const kept = readJson(storage, KEY, keptDrafts) ?? []
  const drafts = new Map<string, InvoiceFields>()
  for (const [email, texts] of kept) {
    const fields = { ...NO_FIELDS, ...texts }
    if (isFilled(fields)) drafts.set(email, fields)
  }
  let interrupted: string | undefined

  const hold = (email: string, fields: InvoiceFields) => {
    if (isFilled(fields)) drafts.set(email, fields)
    else drafts.delete(email)
    const texts = [...drafts].map(([owner, { file: _file, ...each }]) => [owner, each])
    keepJson(storage, KEY, texts)
  }
  return {
    of: (email: string): InvoiceFields | undefined => drafts.get(email),
    hold,
    drop: (email: string) => hold(email, NO_FIELDS),
    /** Remembers that this email's session ended while the form was open. */
    interrupt: (email: string | undefined) => {
      interrupted = email
    },
    isInterrupted: (email: string): boolean => interrupted === email,
  }
}

export const billDrafts = createBillDrafts(openStorage(() => window.sessionStorage))
