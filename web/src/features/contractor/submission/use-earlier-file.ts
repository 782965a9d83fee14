// Attaches the file of a rejected bill that is submitted again.
import { type RefObject, useEffect, useState } from 'react'
import { fileLinkOf } from '../bills/bills.ts'
import type { BillFields } from './file-field.tsx'
import type { FormTarget } from './form-target.ts'
import type { InvoiceFields } from './invoice-fields.ts'

const WAIT_MS_MAX = 60_000
const FAILED =
  "We couldn't load the file you sent earlier. Please choose it again, or submit without a file."

/** Adds the file to what the form starts with. Returns whether the form must wait for it. */
export const useEarlierFile = (
  target: FormTarget,
  form: BillFields,
  start: RefObject<InvoiceFields>,
): boolean => {
  const link = target.kind === 'again' ? fileLinkOf(target.bill) : undefined
  const [isLoading, setIsLoading] = useState(link !== undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the form opens.
  useEffect(() => {
    if (target.kind !== 'again' || !link) return
    let isOpen = true
    const finish = (file: File | undefined) => {
      if (!isOpen) return
      setIsLoading(false)
      if (file) start.current = { ...start.current, file }
      // They may have chosen another one in the meantime.
      if (form.getValues().file) return
      if (file) form.setFieldValue('file', file)
      else form.setFieldError('file', FAILED)
    }
    const loading = new AbortController()
    const timer = setTimeout(() => loading.abort(), WAIT_MS_MAX)
    fetchFile(link, target.bill.files[0]?.name ?? 'invoice.pdf', loading.signal)
      .then(finish, () => finish(undefined))
      .finally(() => clearTimeout(timer))
    return () => {
      isOpen = false
      loading.abort()
    }
  }, [])
  return isLoading && !form.values.file
}

const fetchFile = async (link: string, name: string, signal: AbortSignal): Promise<File> => {
  const answer = await fetch(link, { signal })
  if (!answer.ok) throw new Error(`The file answered ${answer.status}.`)
  const blob = await answer.blob()
  return new File([blob], name, { type: blob.type })
}
