// The steps of an import: choose a file, preview it, import it, see the result.

import { ERRORS } from '@invoice-desk/contract/http/errors'
import type { ImportReport } from '@invoice-desk/contract/retailer/retailer'
import { IMPORT_BYTES_MAX } from '@invoice-desk/contract/values/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../../shared/api/api-error.ts'
import { counted } from '../../../shared/text/count-text.ts'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { reloadTransactions, uploadImport } from '../api.ts'

export type ImportStep =
  | { readonly step: 'choose'; readonly problem?: string | undefined }
  /** `share` of the upload, from 0 to 1. */
  | { readonly step: 'reading'; readonly file: File; readonly share: number }
  | {
      readonly step: 'ready'
      readonly file: File
      readonly report: ImportReport
      readonly problem?: string
    }
  | {
      readonly step: 'importing'
      readonly file: File
      readonly report: ImportReport
      readonly share: number
      readonly importId: string
    }
  | { readonly step: 'done'; readonly report: ImportReport }

const problemOf = (file: File, others: readonly File[]): string | undefined => {
  if (others.length > 0) return 'Choose only one file.'
  if (file.size === 0) return ERRORS.import_empty.text
  return file.size > IMPORT_BYTES_MAX ? ERRORS.import_too_large.text : undefined
}

export const useImport = () => {
  const client = useQueryClient()
  const [state, setState] = useState<ImportStep>({ step: 'choose' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const send = (file: File, step: 'preview' | 'import', importId: string) => {
    const run = new AbortController()
    running.current = run
    const onProgress = (share: number) =>
      setState((was) => ('share' in was ? { ...was, share } : was))
    return uploadImport({ file, step, importId, onProgress, signal: run.signal })
  }

  const choose = async ([file, ...others]: readonly File[]) => {
    if (!file) return
    const problem = problemOf(file, others)
    if (problem) return setState({ step: 'choose', problem })
    setState({ step: 'reading', file, share: 0 })
    try {
      setState({ step: 'ready', file, report: await send(file, 'preview', crypto.randomUUID()) })
    } catch (error) {
      if (!isAbort(error)) setState({ step: 'choose', problem: messageOf(error) })
    }
  }

  const start = async () => {
    if (state.step !== 'ready') return
    const { file, report } = state
    const importId = crypto.randomUUID()
    setState({ step: 'importing', file, report, share: 0, importId })
    try {
      const result = await send(file, 'import', importId)
      showToast('success', `${counted(result.added, 'transaction')} imported`)
      setState({ step: 'done', report: result })
    } catch (error) {
      if (!isAbort(error)) setState({ step: 'ready', file, report, problem: messageOf(error) })
    }
    // Even after an error, the list may have changed.
    await reloadTransactions(client)
  }

  const startOver = () => {
    running.current?.abort()
    setState({ step: 'choose' })
  }

  return { state, choose, start, startOver }
}

const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError'
