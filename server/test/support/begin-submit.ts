// Starts a submission that stops halfway, as over a slow or broken connection.
import { request } from 'node:http'
import { submitInvoice } from '@invoice-desk/contract/contractor/submission'
import type { TestDesk } from '@invoice-desk/testing/app/test-desk'
import type { Contractor } from '@invoice-desk/testing/contractor/contractors'
import { encodeSubmission, type SubmitOptions } from '@invoice-desk/testing/contractor/submit'

/** Sends the first half of a form. `finish` sends the rest, and `cut` drops the connection. */
export const beginSubmit = async (
  desk: TestDesk,
  contractor: Contractor,
  options: SubmitOptions = {},
): Promise<{ finish(): Promise<number>; cut(): void }> => {
  const { form, headers } = await encodeSubmission(desk, contractor, options)
  const encoded = new Response(form)
  const bytes = Buffer.from(await encoded.arrayBuffer())
  const call = request(`${desk.url}${submitInvoice.path}`, {
    method: submitInvoice.method,
    headers: {
      ...headers,
      'content-type': encoded.headers.get('content-type') ?? '',
      'content-length': bytes.length,
    },
  })
  const status = new Promise<number>((resolve, reject) => {
    call.once('error', reject)
    call.once('response', (answer) => resolve(answer.resume().statusCode ?? 0))
  })
  status.catch(() => {})
  const half = Math.floor(bytes.length / 2)
  await new Promise((resolve) => call.write(bytes.subarray(0, half), resolve))
  return {
    finish: () => {
      call.end(bytes.subarray(half))
      return status
    },
    cut: () => call.destroy(),
  }
}
