// Sends uploads with `fetch`, so that a test answers them like other requests. Pages use XMLHttpRequest, which reports progress.

/** What has arrived until the answer. */
const SHARE = 0.45

/** Replaces XMLHttpRequest, as far as `upload` uses it. */
export class UploadByFetch {
  readonly upload: {
    onprogress?: (progress: { loaded: number; total: number }) => void
    onload?: () => void
  } = {}
  onload = () => {}
  onerror = () => {}
  onabort = () => {}
  onloadend = () => {}
  status = 0
  responseText = ''
  readonly #headers = new Headers()
  readonly #stopping = new AbortController()
  #type: string | null = null
  #method = ''
  #path = ''

  open(method: string, path: string) {
    this.#method = method
    this.#path = path
  }

  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value)
  }

  getResponseHeader() {
    return this.#type
  }

  abort() {
    this.#stopping.abort()
    this.onabort()
    this.onloadend()
  }

  async send(body: FormData) {
    const { signal } = this.#stopping
    this.upload.onprogress?.({ loaded: SHARE, total: 1 })
    try {
      const request = { method: this.#method, headers: this.#headers, body }
      const response = await fetch(this.#path, request)
      const text = await response.text()
      if (signal.aborted) return
      this.upload.onload?.()
      this.status = response.status
      this.#type = response.headers.get('content-type')
      this.responseText = text
      this.onload()
    } catch {
      if (signal.aborted) return
      this.onerror()
    }
    this.onloadend()
  }
}
