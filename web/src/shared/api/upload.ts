// Uploads a form with a file and reports its progress.
import type { Endpoint } from '@invoice-desk/contract/http/endpoint'
import { type Answer, offline, readAnswer, refusalIn, timedOut } from './api.ts'

/** A connection without progress for this long counts as lost; a slow one may continue. */
const STALL_MS = 60_000

type UploadOptions = {
  readonly form: FormData
  readonly token: string
  /** Makes a retry safe when the first response was lost. */
  readonly idempotencyKey: string
  /** From 0 to 1, of the whole form. */
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/** Resolves to a successful response, to be parsed with `answerOf` or `successOf`. */
export const upload = (endpoint: Endpoint, options: UploadOptions): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { form, token, idempotencyKey, onProgress, signal } = options
    const request = new XMLHttpRequest()
    const timeOut = () => {
      reject(timedOut())
      request.abort()
    }
    let stalled = setTimeout(timeOut, STALL_MS)
    request.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(stalled)
      stalled = setTimeout(timeOut, STALL_MS)
      onProgress(total > 0 ? loaded / total : 0)
    }
    request.upload.onload = () => onProgress(1)
    request.onload = () => {
      const type = request.getResponseHeader('content-type')
      const answer = readAnswer(endpoint, request.status, request.responseText, type)
      const error = refusalIn(answer)
      if (error) reject(error)
      else resolve(answer)
    }
    request.onerror = () => reject(offline())
    request.onabort = () => reject(signal.reason)
    request.onloadend = () => clearTimeout(stalled)
    signal.addEventListener('abort', () => request.abort(), { once: true })

    request.open(endpoint.method, endpoint.path)
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('authorization', `Bearer ${token}`)
    request.setRequestHeader('idempotency-key', idempotencyKey)
    request.send(form)
  })

/** Progress in steps of 20%, few enough for screen readers; undefined once everything is sent. */
export const uploadStep = (share: number): string | undefined =>
  share < 1 ? `Uploading ${Math.floor(share * 5) * 20}%` : undefined
