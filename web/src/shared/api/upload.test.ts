// How an upload reads its response. XMLHttpRequest is a stub, since Node has none.
import { submitInvoice } from '@invoice-desk/contract/contractor/submission'
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

it('fails when the response is a web page', async () => {
  await expect(uploadAnswered('OK', 'text/plain')).resolves.toMatchObject({ status: 200 })
  for (const [text, type] of [
    ['<h1>Sign in</h1>', 'text/plain'],
    ['Sign in', 'text/html'],
  ] as const) {
    await expect(uploadAnswered(text, type)).rejects.toMatchObject({ code: 'invalid_json' })
  }
})
