// Tests how faults in both formats are classified by status and code.
import { expect, it } from 'vitest'
import { faultError, findFault, findXmlFault, isFault, kindOf } from './faults.ts'

const rest = (code: string) => ({
  Fault: { Error: [{ Message: 'm', Detail: 'secret 12-3456789', code }], type: 'ValidationFault' },
  time: '2026-11-15T00:00:00Z',
})
const gateway = (code: string) => ({
  fault: { error: [{ message: 'm', detail: null, code }], type: 'SERVICE' },
})

it('reads both formats, and the gateway’s codes without leading zeros', () => {
  expect(findFault(rest('6240'))).toEqual({ code: '6240', message: 'm' })
  expect(findFault(gateway('003001'))).toEqual({ code: '3001', message: 'm' })
  for (const body of [undefined, null, {}, [], 'text', { Fault: {} }, { Fault: { Error: [] } }]) {
    expect(findFault(body)).toBeUndefined()
  }
})

it('reads the XML that a caller gets who asks for a PDF', () => {
  const xml = (code: string) =>
    `<IntuitResponse><Fault type="AUTHENTICATION"><Error code="${code}"><Message>m</Message></Error></Fault></IntuitResponse>`
  expect(findXmlFault(xml('003200'))).toEqual({ code: '3200', message: 'm' })
  expect(findXmlFault('<html><title>Error code="9"</title></html>')).toBeUndefined()
})

it.each([
  [401, '3200', 'auth', 'auth'],
  [403, '3100', 'auth', 'auth'],
  [429, '3001', 'rate_limited', 'rate_limited'],
  [403, '3001', 'rate_limited', 'rate_limited'],
  [400, '6240', 'rejected', 'rejected'],
  [404, 'http_404', 'rejected', 'rejected'],
  [408, 'http_408', 'unavailable', 'outcome_unknown'],
  [409, 'http_409', 'unavailable', 'outcome_unknown'],
  [500, '10000', 'unavailable', 'outcome_unknown'],
  [503, 'http_503', 'unavailable', 'outcome_unknown'],
] as const)('classifies %i %s', (status, code, ofRead, ofWrite) => {
  expect(kindOf(status, code, false)).toBe(ofRead)
  expect(kindOf(status, code, true)).toBe(ofWrite)
})

it('leaves the detail, which repeats what we sent, out of the message', () => {
  const error = faultError(400, findFault(rest('2210')), { isWrite: true, traceId: 'tid' })
  expect(error).toMatchObject({ kind: 'rejected', providerCode: '2210', traceId: 'tid' })
  expect(error.message).not.toContain('12-3456789')
  expect(isFault(error, '2210')).toBe(true)
  expect(isFault(new Error('2210'), '2210')).toBe(false)
})
