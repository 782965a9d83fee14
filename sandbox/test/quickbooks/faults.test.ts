// Faults in QuickBooks' format, and data that survives a restart.
import { describe, expect, it } from 'vitest'
import { jsonOf, openSandbox, postJson, temporaryFolder } from '../support.ts'
import { billBody, connect, errorOf, HARBOR, openCompany } from './support.ts'

const { sandbox, call, post, select, throwSwitch, token, tokens } = await openCompany()

const setFault = (mode: string, match = '', times = 1, more: { status?: number } = {}) =>
  postJson(`${sandbox.url}/faults`, { provider: 'quickbooks', mode, match, times, ...more })
const impatient = () => ({ signal: AbortSignal.timeout(1000) })
const createBill = (init: RequestInit = {}) =>
  call('/bill?requestid=once', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(billBody()),
    ...init,
  })
const bills = () => select('Bill', "WHERE DocNumber = 'INV-1'")

describe('faults', () => {
  it('answer a server error as a system fault', async () => {
    await setFault('error')
    const answer = await call('/companyinfo/1')
    expect(answer.status).toBe(500)
    expect(errorOf(answer).code).toBe('10000')
    expect(answer.headers.get('intuit_tid')).toBeTruthy()
  })

  it("answer throttling and an expired token in the gateway's format", async () => {
    await throwSwitch('rate', { perSecond: 0, perMinute: 0, retryAfterSeconds: 7 })
    await setFault('throttle')
    const slow = await call('/companyinfo/1')
    expect([slow.status, slow.body.fault]).toMatchObject([429, { error: [{ code: '3001' }] }])
    expect(slow.headers.get('retry-after')).toBe('7')
    await setFault('expire-token')
    const expired = await call('/companyinfo/1')
    expect([expired.status, expired.body.fault]).toMatchObject([401, { error: [{ code: '3200' }] }])
    expect((await call('/companyinfo/1')).status).toBe(200)
  })

  it('answer an error with the given status', async () => {
    const answerOf = async (status: number) => {
      await setFault('error', '', 1, { status })
      const answer = await call('/companyinfo/1')
      expect(answer.status).toBe(status)
      return answer
    }
    expect((await answerOf(401)).body.fault).toMatchObject({ error: [{ code: '3200' }] })
    expect((await answerOf(403)).body.fault).toMatchObject({ error: [{ code: '3100' }] })
    expect((await answerOf(429)).body.fault).toMatchObject({ error: [{ code: '3001' }] })
    expect((await answerOf(408)).body.Fault).toMatchObject({ type: 'ValidationFault' })
    expect((await answerOf(503)).body.Fault).toMatchObject({ type: 'SystemFault' })
  })

  it('garble the answer after the work, and a repeat finds the same bill', async () => {
    await setFault('garble', 'POST')
    const garbled = await createBill()
    expect([garbled.status, garbled.body]).toEqual([200, { status: null }])
    const [bill] = await bills()
    expect((await createBill()).body.Bill).toEqual(bill)
    expect(await bills()).toHaveLength(1)
  })

  it('hit only matching calls', async () => {
    await setFault('error', 'POST /v3/company/9341453100000001/bill')
    expect((await call('/bill/128')).status).toBe(200)
    expect((await post('/bill', billBody())).status).toBe(500)
    await setFault('error', '/tokens/bearer')
    const refreshed = await token({
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
    })
    expect(refreshed.status).toBe(500)
  })

  it('time out before the work and write nothing', async () => {
    await setFault('timeout', 'POST')
    await expect(createBill(impatient())).rejects.toThrow()
    expect(await bills()).toHaveLength(0)
  })

  it.each(['timeout-after', 'cut'])(
    '%s after the work: a repeat finds the same bill',
    async (mode) => {
      await setFault(mode, 'POST')
      await expect(createBill(impatient())).rejects.toThrow()
      const [bill] = await bills()
      expect((await createBill()).body.Bill).toEqual(bill)
      expect(await bills()).toHaveLength(1)
    },
  )

  it('create 200 bills exactly once despite timeouts before and after the work', async () => {
    const create = async (number: number) => {
      const body = JSON.stringify(billBody({ DocNumber: `T-${number}` }))
      const headers = { 'content-type': 'application/json' }
      // On a busy machine, calls without a fault time out too.
      for (let attempt = 0; attempt < 500; attempt += 1) {
        const answer = await call(`/bill?requestid=t-${number}`, {
          method: 'POST',
          headers,
          body,
          ...impatient(),
        }).catch(() => undefined)
        if (answer?.status === 200) return
      }
      throw new Error(`Bill ${number} was never confirmed`)
    }
    for (const mode of ['timeout', 'timeout-after', 'cut', 'error'])
      await setFault(mode, 'POST', 40)
    const waiting = Array.from({ length: 200 }, (_, number) => number)
    const work = async () => {
      for (let number = waiting.pop(); number !== undefined; number = waiting.pop())
        await create(number)
    }
    await Promise.all(Array.from({ length: 40 }, work))
    expect(await select('Bill', "WHERE DocNumber LIKE 'T-%' MAXRESULTS 1000")).toHaveLength(200)
  })

  it('never hit the pages and switches', async () => {
    await setFault('error', '', 5)
    expect((await throwSwitch('rotation', { mode: 'always' })).status).toBe(200)
    expect((await fetch(`${sandbox.url}/quickbooks`)).status).toBe(200)
  })
})

describe('a restart', () => {
  it('keeps the records, the connection and saved answers', async () => {
    const folder = temporaryFolder()
    const first = await openSandbox(folder)
    const { access_token } = await connect(first)
    const create = async (url: string) => {
      const path = `/quickbooks/v3/company/${HARBOR}/bill?requestid=kept`
      const response = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${access_token}`,
          accept: 'application/json',
          'content-type': 'application/json',
        },
        body: JSON.stringify(billBody()),
      })
      return [response.status, await response.json()]
    }
    const booksOf = async (url: string) =>
      (await jsonOf<{ quickbooks: Record<string, unknown[]> }>(fetch(`${url}/state`))).quickbooks
    const answer = await create(first.url)
    expect(answer).toMatchObject([200, { Bill: { DocNumber: 'INV-1' } }])
    const before = await booksOf(first.url)
    await first.close()

    const second = await openSandbox(folder)
    expect(await booksOf(second.url)).toEqual(before)
    expect(await create(second.url)).toEqual(answer)
    await postJson(`${second.url}/quickbooks/switches/fill`, { vendors: 2, bills: 3 })
    expect((await booksOf(second.url)).bills).toHaveLength(14)
    await second.reset()
    expect((await booksOf(second.url)).bills).toHaveLength(10)
  })
})
