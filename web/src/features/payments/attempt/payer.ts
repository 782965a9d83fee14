// The payer's details: validation, the format that the API expects, and the draft kept in this tab.

import { describeIssue } from '@invoice-desk/contract/http/issues'
import { email } from '@invoice-desk/contract/values/email'
import { NAME_LENGTH_MAX } from '@invoice-desk/contract/values/limits'
import { line } from '@invoice-desk/contract/values/text'
import { z } from 'zod'
import { type BrowserStorage, openStorage } from '../../../shared/drafts/browser-storage.ts'

const payer = z.object({
  companyName: line(NAME_LENGTH_MAX),
  payerName: line(NAME_LENGTH_MAX),
  email,
})

type Payer = z.infer<typeof payer>
export type PayerFields = Payer & { readonly consent: boolean }
export type PayerField = keyof Payer
type Problems = Partial<Record<keyof PayerFields, string>>

export const NO_PAYER: PayerFields = { companyName: '', payerName: '', email: '', consent: false }

const consent = z.literal(true, 'Please authorize this payment to continue.')

/** The first problem with each field. Only cards ask for consent. */
export const problemsOf = (fields: PayerFields): Problems => {
  const { error } = payer.extend({ consent }).safeParse(fields, { error: describeIssue })
  const problems: Problems = {}
  for (const { path, message } of error?.issues ?? []) {
    const name = path[0] as keyof PayerFields
    problems[name] ??= String(fields[name]).trim() === '' ? 'This is required.' : message
  }
  return problems
}

export const isPayerReady = (fields: PayerFields): boolean => payer.safeParse(fields).success

/** Trimmed, with the email in lower case. */
export const normalizePayer = (fields: PayerFields): Payer => payer.parse(fields)

/** The first word, and the rest or a space. */
export const splitName = (name: string): { given_name: string; surname: string } => {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  return { given_name: first, surname: rest.join(' ') || ' ' }
}

const KEY = 'invoice-desk.payer'
const draft = z.object({ companyName: z.string(), payerName: z.string(), email: z.string() })
const session = openStorage(() => window.sessionStorage)

/** What the customer typed before a reload or another search, without card details and consent. */
export const readDraft = (storage: BrowserStorage = session): PayerFields => {
  try {
    return { ...NO_PAYER, ...draft.parse(JSON.parse(storage.getItem(KEY) ?? '{}')) }
  } catch {
    return NO_PAYER
  }
}

export const saveDraft = (fields: PayerFields, storage: BrowserStorage = session) => {
  try {
    storage.setItem(KEY, JSON.stringify(draft.parse(fields)))
  } catch {
    // Storage is full, so the draft is lost on reload.
  }
}
