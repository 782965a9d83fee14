// Slow writes, and repeated requests while the first one is running.
import { describe, expect, it } from 'vitest'
import { billBody, errorOf, openCompany } from './support.ts'

const LONG_MS = 1_500
const HASTE_MS = 500

const { sandbox, call, post, select, throwSwitch, state } = await openCompany()

const writeBill = (requestId: string, signal?: AbortSignal) =>
  call(`/bill?requestid=${requestId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(billBody()),
    signal: signal ?? null,
  })
const bills = () => select('Bill', "WHERE DocNumber = 'INV-1'")
/** Sends a slow bill and hangs up before it's written. */
const leaveEarly = async (requestId: string) => {
  await throwSwitch('slow', { ms: LONG_MS, match: '/bill?' })
  await expect(writeBill(requestId, AbortSignal.timeout(HASTE_MS))).rejects.toThrow(/timeout/i)
}
const timeOf = async (work: () => Promise<unknown>) => {
  const from = Date.now()
  await work()
  return Date.now() - from
}

describe('a slow write', () => {
  it("is chosen by its text; other writes and all reads aren't delayed", async () => {
    await throwSwitch('slow', { ms: 60_000, match: '/bill?' })
    await bills()
    await post('/vendor', { DisplayName: 'Quick' })
    await throwSwitch('slow', { ms: LONG_MS, match: '/bill?' })
    expect(await timeOf(() => writeBill('slow'))).toBeGreaterThanOrEqual(LONG_MS - 10)
  })

  it('needs no request id', async () => {
    await throwSwitch('slow', { ms: LONG_MS })
    const ms = await timeOf(() => post('/vendor', { DisplayName: 'Slow' }))
    expect(ms).toBeGreaterThanOrEqual(LONG_MS - 10)
  })

  it('finishes after its caller has hung up', async () => {
    await leaveEarly('left')
    expect(await bills()).toEqual([])
    await expect.poll(bills).toHaveLength(1)
  })

  it('writes nothing after a reset', async () => {
    await leaveEarly('dropped')
    await sandbox.reset()
    await new Promise((resolve) => setTimeout(resolve, LONG_MS))
    expect((await state()).bills?.filter(({ DocNumber }) => DocNumber === 'INV-1')).toEqual([])
  })
})

describe('a repeated request while the first one is running', () => {
  it('waits for the first and gets its answer', async () => {
    await leaveEarly('twice')
    const second = await writeBill('twice')
    expect(second.status).toBe(200)
    expect(Object.values(second.body)[0]).toEqual((await bills())[0])
    expect(await bills()).toHaveLength(1)
    expect((await writeBill('twice')).body).toEqual(second.body)
  })

  it('is refused if set, until the first one has finished', async () => {
    await throwSwitch('overlap', { mode: 'refuse' })
    await leaveEarly('refused')
    const second = await writeBill('refused')
    expect(second.status).toBe(400)
    expect(second.body).toMatchObject({ Fault: { type: 'ValidationFault' } })
    expect(errorOf(second)).toMatchObject({ code: '2131', element: 'requestid' })
    await expect.poll(bills).toHaveLength(1)
    const third = await writeBill('refused')
    expect(third.status).toBe(200)
    expect(Object.values(third.body)[0]).toEqual((await bills())[0])
  })
})

describe('the switches', () => {
  it.each([
    ['slow', { ms: 60_001 }],
    ['slow', { ms: 5, match: 'x'.repeat(301) }],
    ['overlap', { mode: 'wait' }],
  ])('refuse %s with %j', async (name, values) => {
    expect((await throwSwitch(name, values)).status).toBe(400)
  })

  it('are shown on the page', async () => {
    await throwSwitch('slow', { ms: 70, match: '/payment' })
    await throwSwitch('overlap', { mode: 'refuse' })
    const page = await (await fetch(`${sandbox.url}/quickbooks/connection`)).text()
    expect(page).toMatch(/name="ms"[^>]*value="70"/)
    expect(page).toMatch(/name="match"[^>]*value="\/payment"/)
    expect(page).toContain('<option value="refuse" selected>')
  })
})
