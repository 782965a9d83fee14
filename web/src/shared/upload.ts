// The way to the server for forms with a file: as `call`, but it tells how far the upload has come.
import type { Endpoint } from '@invoice-desk/contract/endpoint'
import { type Answer, failure, readAnswer, refusalIn } from './api.ts'

/** A connection that moves nothing for so long is taken for lost; a slow one may take its time. */
const STALL_MS = 60_000

type UploadOptions = {
  readonly form: FormData
  readonly token: string
  /** Makes sending the same form again safe when its answer was lost. */
  readonly idempotencyKey: string
  /** From 0 to 1, of the whole form. */
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/** Its successful answer, to be read with `answerOf` or `successOf`. */
export const upload = (endpoint: Endpoint, options: UploadOptions): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { form, token, idempotencyKey, onProgress, signal } = options
    const request = new XMLHttpRequest()
    const patience = createPatience(() => {
      reject(failure('timeout', 'The server did not answer in time. Please try again.'))
      request.abort()
    })
    request.upload.onprogress = ({ loaded, total }) => {
      patience.renew()
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
    request.onerror = () =>
      reject(failure('network', 'The server cannot be reached. Please check your connection.'))
    request.onabort = () => reject(signal.reason)
    request.onloadend = patience.end
    signal.addEventListener('abort', () => request.abort(), { once: true })

    request.open(endpoint.method, endpoint.path)
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('authorization', `Bearer ${token}`)
    request.setRequestHeader('idempotency-key', idempotencyKey)
    request.send(form)
  })

/** How far it has come, in steps that are few enough to be listened to; undefined once all of it has left. */
export const uploadStep = (share: number): string | undefined =>
  share < 1 ? `Uploading ${Math.floor(share * 5) * 20}%` : undefined

const createPatience = (onLost: () => void) => {
  let timer = setTimeout(onLost, STALL_MS)
  return {
    renew: () => {
      clearTimeout(timer)
      timer = setTimeout(onLost, STALL_MS)
    },
    end: () => clearTimeout(timer),
  }
}
