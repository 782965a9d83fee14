// Reads the invoice as soon as it's chosen, and offers what it says in the form.

import type { InvoiceField } from '@invoice-desk/contract/bills/invoice-form'
import type { FoundInvoice } from '@invoice-desk/contract/document/read-invoice'
import { useEffect, useRef, useState } from 'react'
import { askWorker } from '../../../../shared/browser/ask-worker.ts'
import { canType } from '../../../../shared/browser/has-keyboard.ts'
import type { BillFile } from '../files/bill-file.ts'
import { type BillFields, TEXT_NAMES } from '../invoice-fields.ts'
import {
  markedFields,
  type Offers,
  offersOf,
  visibleOffer,
  withoutChanged,
  withoutOffer,
} from './offers.ts'

export type Reading = {
  readonly file: File
  readonly state: 'reading' | 'unreadable' | 'read'
  readonly found: FoundInvoice
  readonly offers: Offers
}

/** The readings of files in the form and in drafts. Reopening a draft doesn't read its file again, and keeps its marks. */
const readings = new WeakMap<File, Reading>()

export const useReading = (form: BillFields) => {
  const file = pdfIn(form.values.files)
  const [reading, setReading] = useState(() => file && readings.get(file))
  const last = useRef(file)

  const keep = (next: Reading) => {
    readings.set(next.file, next)
    setReading(next)
  }
  const offer = (read: File, found: FoundInvoice) => {
    const offers = offersOf(found, form.getValues(), (field) => isTyping(form.getInputNode(field)))
    for (const field of TEXT_NAMES) {
      const each = offers[field]
      if (each?.kind === 'filled') form.setFieldValue(field, each.text)
    }
    keep({ file: read, state: 'read', found, offers })
  }
  /** Takes back what another file filled in, unless it was changed or confirmed. */
  const takeBack = ({ offers }: Reading) => {
    for (const field of markedFields(withoutChanged(offers, form.getValues())))
      form.setFieldValue(field, '')
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each file.
  useEffect(() => {
    const before = last.current && readings.get(last.current)
    const known = file && readings.get(file)
    if (before && before.file !== file) takeBack(before)
    const isOther = last.current !== file
    last.current = file
    if (!file) return setReading(undefined)
    if (known && known.state !== 'reading') {
      return isOther && known.state === 'read' ? offer(file, known.found) : setReading(known)
    }
    const closing = new AbortController()
    keep({ file, state: 'reading', found: {}, offers: {} })
    readFile(file, closing.signal).then(
      (found) => {
        if (closing.signal.aborted) return
        if (Object.keys(found).length > 0) offer(file, found)
        else keep({ file, state: 'unreadable', found, offers: {} })
      },
      () => {
        if (!closing.signal.aborted) keep({ file, state: 'unreadable', found: {}, offers: {} })
      },
    )
    return () => closing.abort()
  }, [file])

  // biome-ignore lint/correctness/useExhaustiveDependencies: at each change.
  useEffect(() => {
    if (!reading || reading.file !== file) return
    const offers = withoutChanged(reading.offers, form.values)
    if (offers !== reading.offers) keep({ ...reading, offers })
  }, [form.values, reading])

  const settle = (field: InvoiceField) => {
    if (reading) keep({ ...reading, offers: withoutOffer(reading.offers, field) })
    // The button that had focus is gone.
    if (canType()) form.getInputNode(field)?.focus()
  }
  return {
    reading,
    marked: reading ? markedFields(reading.offers) : [],
    offerOf: (field: InvoiceField) => reading && visibleOffer(reading.offers, field, form.values),
    confirm: settle,
    accept: (field: InvoiceField, text: string) => {
      form.setFieldValue(field, text)
      settle(field)
    },
  }
}

export type Offering = Pick<ReturnType<typeof useReading>, 'offerOf' | 'confirm' | 'accept'>

/** A date that is only half typed has no value yet. */
const isTyping = (input: HTMLElement | null): boolean =>
  input instanceof HTMLInputElement && (input === document.activeElement || input.validity.badInput)

/** Only a PDF has text, and one made of photos doesn't. */
const pdfIn = ([invoice]: readonly BillFile[]): File | undefined =>
  invoice?.kind === 'new' && !invoice.photos && /\.pdf$/i.test(invoice.name)
    ? invoice.file
    : undefined

const TIMEOUT_MS = 8_000

/** Rejects if the file can't be read. */
const readFile = (file: File, signal: AbortSignal): Promise<FoundInvoice> => {
  const worker = new Worker(new URL('./read-file.worker.ts', import.meta.url), { type: 'module' })
  return askWorker<FoundInvoice>(worker, file, { timeoutMs: TIMEOUT_MS, signal })
}
