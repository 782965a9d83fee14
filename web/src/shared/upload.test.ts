// What an upload makes of its answer; the browser's request is a stub, which Node has none of.
import { submitInvoice } from '@invoice-desk/contract/contractor'
import { afterEach, expect, it, vi } from 'vitest'
import { upload } from './upload.ts'

afterEach(() => vi.unstubAllGlobals())

const uploadAnswered = (responseText: string, type: string) => {
  class Request {
    upload = {}
    status = 200
    responseText = responseText
    onload = () => {}
    onloadend = () => {}
    open() {}
    setRequestHeader() {}
    getResponseHeader() {
      return type
    }
    send() {
      this.onload()
      this.onloadend()
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request)
  const { signal } = new AbortController()
  const options = { form: new FormData(), token: 't', idempotencyKey: 'k', signal }
  return upload(submitInvoice, { ...options, onProgress: () => {} })
}

it('is not done when a web page answers', async () => {
  await expect(uploadAnswered('OK', 'text/plain')).resolves.toMatchObject({ status: 200 })
  for (const [text, type] of [
    ['<h1>Sign in</h1>', 'text/plain'],
    ['Sign in', 'text/html'],
  ] as const) {
    await expect(uploadAnswered(text, type)).rejects.toMatchObject({ code: 'invalid_json' })
  }
})
