// Attaches the file of a rejected bill that is submitted again.
import { useEffect, useState } from 'react'
import { fileLinkOf } from '../bills/bills.ts'
import type { BillFields } from './file-field.tsx'
import type { FormTarget } from './form-target.ts'

/** Says that the file is loading, or that it couldn't be loaded. */
export const useEarlierFile = (target: FormTarget, form: BillFields): string | undefined => {
  const [note, setNote] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the form opens.
  useEffect(() => {
    const link = target.kind === 'again' ? fileLinkOf(target.bill) : undefined
    if (target.kind !== 'again' || !link || form.getValues().file) return
    const loading = new AbortController()
    const { signal } = loading
    setNote('Loading the file you sent earlier...')
    fetchFile(link, target.bill.fileName ?? 'invoice.pdf', signal).then(
      (file) => {
        setNote(undefined)
        // They may have chosen another one in the meantime.
        if (!form.getValues().file) form.setFieldValue('file', file)
      },
      () => {
        if (!signal.aborted)
          setNote("We couldn't load the file you sent earlier. Please choose it again.")
      },
    )
    return () => loading.abort()
  }, [])
  return note
}

const fetchFile = async (link: string, name: string, signal: AbortSignal): Promise<File> => {
  const answer = await fetch(link, { signal })
  if (!answer.ok) throw new Error(`The file answered ${answer.status}.`)
  const blob = await answer.blob()
  return new File([blob], name, { type: blob.type })
}
