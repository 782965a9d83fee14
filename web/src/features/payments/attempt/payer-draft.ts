// What the payer typed, kept in this tab so that a reload or another search does not lose it. Never a card.
import { z } from 'zod'
import { openShelf, type Shelf } from '../../../shared/shelf.ts'
import { NO_PAYER, type PayerFields } from './payer-fields.ts'

const KEY = 'invoice-desk.payer'

const kept = z.object({ companyName: z.string(), payerName: z.string(), email: z.string() })

export const createPayerDraft = (shelf: Shelf) => ({
  read: (): PayerFields => {
    try {
      return { ...NO_PAYER, ...kept.parse(JSON.parse(shelf.getItem(KEY) ?? '{}')) }
    } catch {
      return NO_PAYER
    }
  },
  /** Consent is given for one payment and is asked for again with the next. */
  keep: ({ companyName, payerName, email }: PayerFields) => {
    try {
      shelf.setItem(KEY, JSON.stringify({ companyName, payerName, email }))
    } catch {
      // A full storage only means that a reload forgets it.
    }
  },
})

const open = () => createPayerDraft(openShelf(() => window.sessionStorage))
let opened: ReturnType<typeof open> | undefined

export const payerDraft = () => {
  opened ??= open()
  return opened
}
