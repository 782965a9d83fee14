// Unsubmitted bills by email or by email and bill, kept in this tab until they're submitted or cleared. Files are lost on reload.
import { z } from 'zod'
import {
  type BrowserStorage,
  keepJson,
  openStorage,
  readJson,
} from '../../../shared/browser-storage.ts'
import {
  type InvoiceFields,
  type InvoiceTexts,
  isFilled,
  NO_FIELDS,
  TEXT_NAMES,
} from './invoice-fields.ts'

/** Without files if the page was reloaded since. */
type Draft = InvoiceTexts & Partial<InvoiceFields>

const KEY = 'invoice-desk.new-bill'

// Partial, because a draft may be older than a newly added field.
const keptDrafts = z.array(z.tuple([z.string(), z.partialRecord(z.enum(TEXT_NAMES), z.string())]))

export const createBillDrafts = (storage: BrowserStorage) => {
  const kept = readJson(storage, KEY, keptDrafts) ?? []
  const drafts = new Map<string, Draft>()
  for (const [email, texts] of kept) {
    const { files: _none, ...fields } = { ...NO_FIELDS, ...texts }
    if (isFilled({ ...NO_FIELDS, ...fields })) drafts.set(email, fields)
  }
  let interrupted: string | undefined

  const namesOf = (email: string): string[] =>
    [...drafts.keys()].filter((name) => name === email || name.startsWith(`${email} `))

  const hold = (name: string, fields: InvoiceFields) => {
    if (isFilled(fields)) drafts.set(name, fields)
    else drafts.delete(name)
    const texts = [...drafts].map(([owner, { files: _files, ...each }]) => [owner, each])
    keepJson(storage, KEY, texts)
  }
  return {
    of: (name: string): Draft | undefined => drafts.get(name),
    /** Whether there is any draft of this email. */
    has: (email: string): boolean => namesOf(email).length > 0,
    hold,
    drop: (name: string) => hold(name, NO_FIELDS),
    dropAll: (email: string) => {
      for (const name of namesOf(email)) hold(name, NO_FIELDS)
    },
    /** Remembers that this email's session ended while the form was open. */
    interrupt: (email: string | undefined) => {
      interrupted = email
    },
    isInterrupted: (email: string): boolean => interrupted === email,
  }
}

export const billDrafts = createBillDrafts(openStorage(() => window.sessionStorage))
