// Unsubmitted bills by email or by email and bill, kept in this tab until they're submitted or cleared. Files are lost on reload.
import type { InvoiceField } from '@invoice-desk/contract/bills/invoice-form'
import { z } from 'zod'
import { type BrowserStorage, openStorage } from '../../../shared/drafts/browser-storage.ts'
import { keepJson, readJson } from '../../../shared/drafts/stored-json.ts'
import {
  type InvoiceFields,
  type InvoiceTexts,
  isFilled,
  NO_FIELDS,
  TEXT_NAMES,
} from './invoice-fields.ts'

/** Without files if the page was reloaded since. */
type Draft = InvoiceTexts & Partial<InvoiceFields>
/** `marked` fields have values that belong to a file, and are lost with it. */
type Held = { readonly draft: Draft; readonly marked: readonly InvoiceField[] }

const KEY = 'invoice-desk.new-bill'

// Partial, because a draft may be older than a newly added field.
const keptDrafts = z.array(z.tuple([z.string(), z.partialRecord(z.enum(TEXT_NAMES), z.string())]))

export const createBillDrafts = (storage: BrowserStorage) => {
  const kept = readJson(storage, KEY, keptDrafts) ?? []
  const drafts = new Map<string, Held>()
  for (const [email, texts] of kept) {
    const { files: _none, ...fields } = { ...NO_FIELDS, ...texts }
    if (isFilled({ ...NO_FIELDS, ...fields })) drafts.set(email, { draft: fields, marked: [] })
  }
  let interrupted: string | undefined

  const namesOf = (email: string): string[] =>
    [...drafts.keys()].filter((name) => name === email || name.startsWith(`${email} `))

  const hold = (name: string, fields: InvoiceFields, marked: readonly InvoiceField[] = []) => {
    if (isFilled(fields)) drafts.set(name, { draft: fields, marked })
    else drafts.delete(name)
    keepJson(
      storage,
      KEY,
      [...drafts].map(([owner, held]) => [owner, keptTexts(held)]),
    )
  }
  return {
    of: (name: string): Draft | undefined => drafts.get(name)?.draft,
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

const keptTexts = ({ draft, marked }: Held): Partial<InvoiceTexts> =>
  Object.fromEntries(
    TEXT_NAMES.filter((name) => !marked.includes(name)).map((name) => [name, draft[name]]),
  )

export const billDrafts = createBillDrafts(openStorage(() => window.sessionStorage))
