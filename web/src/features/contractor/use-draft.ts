// A half-entered bill, kept while the page is open, even when the session ends in between.
import { useMemo, useRef } from 'react'
import { type InvoiceFields, isFilled } from './invoice-fields.ts'

export type Draft = ReturnType<typeof useDraft>

export const useDraft = () => {
  const held = useRef<{ readonly email: string; readonly fields: InvoiceFields }>(undefined)
  return useMemo(
    () => ({
      /** What this e-mail has entered; nobody gets to see another's. */
      of: (email: string): InvoiceFields | undefined =>
        held.current?.email === email ? held.current.fields : undefined,
      hold: (email: string, fields: InvoiceFields) => {
        held.current = isFilled(fields) ? { email, fields } : undefined
      },
      drop: () => {
        held.current = undefined
      },
    }),
    [],
  )
}
