// Reads an invoice in the browser. The file isn't sent anywhere.
import type { FoundInvoice } from '@invoice-desk/contract/document/read-invoice'
import { askWorker } from '../../../../shared/browser/ask-worker.ts'

const TIMEOUT_MS = 8_000

/** Rejects if the file can't be read. */
export const readFile = (file: File, signal: AbortSignal): Promise<FoundInvoice> => {
  const worker = new Worker(new URL('./read-file.worker.ts', import.meta.url), { type: 'module' })
  return askWorker<FoundInvoice>(worker, file, { timeoutMs: TIMEOUT_MS, signal })
}
