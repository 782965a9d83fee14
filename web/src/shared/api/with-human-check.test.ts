import { ERRORS, type ErrorCode } from '@invoice-desk/contract/http/errors'
import { expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { HumanCheckError } from './human-check.ts'
import { withHumanCheck } from './with-human-check.ts'

const refusal = (code: ErrorCode) =>
  new ApiError(ERRORS[code].text, { code, status: ERRORS[code].status })

/** A server that rejects with these errors in order, then succeeds; and the requests it got. */
const serverThat = (...refusals: ErrorCode[]) => {
  const sent: unknown[] = []
  const send = async (proof: unknown) => {
    sent.push(proof)
    const code = refusals.shift()
    if (code) throw refusal(code)
    return 'done'
  }
  return { sent, send }
}
const pass = async (action: string) => `token for ${action}`

it('sends a token only after the server asks for one', async () => {
  const trusting = serverThat()
  expect(await withHumanCheck('search', trusting.send, pass)).toBe('done')
  expect(trusting.sent).toEqual([{}])
  const asking = serverThat('human_check_required')
  expect(await withHumanCheck('search', asking.send, pass)).toBe('done')
  expect(asking.sent).toEqual([{}, { captchaToken: 'token for search' }])
})

it('retries once, and only for that error', async () => {
  const insisting = serverThat('human_check_required', 'human_check_required')
  await expect(withHumanCheck('pay', insisting.send, pass)).rejects.toThrow(ApiError)
  expect(insisting.sent).toHaveLength(2)
  const limiting = serverThat('rate_limited')
  await expect(withHumanCheck('pay', limiting.send, pass)).rejects.toThrow('Too many requests.')
  expect(limiting.sent).toHaveLength(1)
})

it('reports a check that fails to run', async () => {
  const asking = serverThat('human_check_required')
  const failing = async () => Promise.reject(new HumanCheckError('Not now.'))
  await expect(withHumanCheck('pay', asking.send, failing)).rejects.toThrow('Not now.')
  expect(asking.sent).toHaveLength(1)
})
