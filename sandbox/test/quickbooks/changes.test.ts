// Change data capture, and webhooks in both formats with signatures and retries.
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { billBody, type Entity, errorOf, openCompany } from './support.ts'

const company = await openCompany()
const { sandbox, call, post, write, read, select, throwSwitch } = company

type Received = { path: string; headers: IncomingMessage['headers']; body: string }
const received: Received[] = []
let statuses: number[] = []
const product = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { url = '', headers } = request
  received.push({ path: url, headers, body: Buffer.concat(chunks).toString() })
  response.writeHead(statuses.shift() ?? 200).end()
})
await new Promise<void>((resolve) => product.listen(0, '127.0.0.1', resolve))
afterAll(() => product.close())
const productUrl = `http://127.0.0.1:${(product.address() as AddressInfo).port}`

beforeEach(() => {
  sandbox.setAppUrl(productUrl)
  received.length = 0
  statuses = []
})
const delivery = (count = 1) =>
  vi.waitFor(
    () => {
      if (received.length < count) throw new Error('not yet')
      return received[count - 1] as Received
    },
    { timeout: 20_000, interval: 20 },
  )

describe('change data capture', () => {
  const changes = async (entities: string, since: string) => {
    const { body } = await call(
      `/cdc?entities=${entities}&changedSince=${encodeURIComponent(since)}`,
    )
    const [first] = body.CDCResponse as [{ QueryResponse: Record<string, Entity[]>[] }]
    return Object.assign({}, ...first.QueryResponse) as Record<string, Entity[]>
  }
  const justNow = () => new Date(Date.now() - 1000).toISOString()

  it('lists written and deleted records', async () => {
    const stays = await write('/bill', billBody({ DocNumber: 'S' }))
    const goes = await write('/bill', billBody({ DocNumber: 'G' }))
    await post('/bill?operation=delete', { Id: goes.Id, SyncToken: goes.SyncToken })
    const { Bill = [] } = await changes('Bill,Invoice', justNow())
    expect(Bill).toContainEqual(stays)
    expect(Bill).toContainEqual({
      domain: 'QBO',
      status: 'Deleted',
      Id: goes.Id,
      MetaData: { LastUpdatedTime: expect.any(String) },
    })
  })

  it('lists a bill again once it is paid', async () => {
    const bill = await write('/bill', billBody({}, 10))
    await write('/billpayment', {
      VendorRef: { value: '1' },
      PayType: 'Check',
      TotalAmt: 10,
      CheckPayment: { BankAccountRef: { value: '1' } },
      Line: [{ Amount: 10, LinkedTxn: [{ TxnId: bill.Id, TxnType: 'Bill' }] }],
    })
    const { Bill = [] } = await changes('Bill', justNow())
    expect(Bill.find(({ Id }) => Id === bill.Id)).toMatchObject({ Balance: 0 })
  })

  it('lists at most 1,000 changes, which all entities share', async () => {
    const before = justNow()
    await throwSwitch('webhooks', { mode: 'off' })
    await throwSwitch('fill', { vendors: 600, bills: 700 })
    const gone = await write('/bill', billBody({ DocNumber: 'G' }))
    await post('/bill?operation=delete', gone)
    const { Bill = [], Vendor = [], Invoice } = await changes('Vendor,Invoice,Bill', before)
    expect(Bill.length).toBeGreaterThan(700)
    expect(Bill.at(-1)).toMatchObject({ Id: gone.Id, status: 'Deleted' })
    expect([Bill.length + Vendor.length + (Invoice?.length ?? 0)]).toEqual([1000])
    await throwSwitch('fill', { bills: 1000 })
    const full = await changes('Bill,Invoice,Vendor', before)
    expect([full.Bill?.length, full.Invoice, full.Vendor]).toEqual([1000, undefined, undefined])
    const newest = (await select('Bill', 'ORDERBY Id DESC MAXRESULTS 1'))[0]
    expect(full.Bill?.map(({ Id }) => Id)).toContain(newest?.Id)
  })

  it('answers with an empty response for unchanged records', async () => {
    const soon = new Date(Date.now() + 60_000).toISOString()
    const { body } = await call(`/cdc?entities=Bill,Payment&changedSince=${soon}`)
    expect(body.CDCResponse).toEqual([{ QueryResponse: [{}, {}] }])
  })

  it.each([
    ['entities=Bill', '2020'],
    ['changedSince=2026-11-01', '2020'],
    ['entities=Nothing&changedSince=2026-11-01', '4001'],
    ['entities=Bill&changedSince=yesterday', '2070'],
    ['entities=Bill&changedSince=2020-01-01', '2190'],
  ])('refuses %s', async (parameters, code) => {
    expect(errorOf(await call(`/cdc?${parameters}`)).code).toBe(code)
  })
})

describe('webhooks', () => {
  const signature = (body: string) =>
    createHmac('sha256', String(company.settings.QBO_WEBHOOK_TOKEN)).update(body).digest('base64')

  it('are signed CloudEvents with several changes each', async () => {
    const [bill] = await Promise.all([
      write('/bill', billBody({}, 10)),
      write('/vendor', { DisplayName: 'Told About' }),
    ])
    const { path, headers, body } = await delivery()
    expect(path).toBe('/api/qbo/webhook')
    expect(headers['content-type']).toBe('application/cloudevents+json')
    expect(headers['intuit-signature']).toBe(signature(body))
    const events = JSON.parse(body)
    expect(events).toHaveLength(2)
    const created = events.find(({ type }: { type: string }) => type === 'qbo.bill.created.v1')
    expect(created).toMatchObject({
      specversion: '1.0',
      intuitentityid: bill.Id,
      intuitaccountid: '9341453100000001',
      datacontenttype: 'application/json',
      time: expect.stringMatching(/Z$/),
      id: expect.stringMatching(/^[\da-f-]{36}$/),
    })
  })

  it('can use the older format', async () => {
    await throwSwitch('webhooks', { mode: 'notifications' })
    const bill = await write('/bill', billBody())
    const { headers, body } = await delivery()
    expect(headers['content-type']).toBe('application/json')
    expect(headers['intuit-signature']).toBe(signature(body))
    expect(JSON.parse(body)).toEqual({
      eventNotifications: [
        {
          realmId: '9341453100000001',
          dataChangeEvent: {
            entities: [
              { name: 'Bill', id: bill.Id, operation: 'Create', lastUpdated: expect.any(String) },
            ],
          },
        },
      ],
    })
  })

  it('report an invoice that a payment changed, and deletions', async () => {
    const payment = await write('/payment', {
      CustomerRef: { value: '14' },
      TotalAmt: 60,
      Line: [{ Amount: 60, LinkedTxn: [{ TxnId: '103', TxnType: 'Invoice' }] }],
    })
    await post('/payment?operation=delete', payment)
    const typesTold = () =>
      received.flatMap(({ body }) => JSON.parse(body).map(({ type }: { type: string }) => type))
    await expect
      .poll(typesTold)
      .toEqual([
        'qbo.invoice.updated.v1',
        'qbo.payment.created.v1',
        'qbo.invoice.updated.v1',
        'qbo.payment.deleted.v1',
      ])
  })

  it('are retried with the same event ids until they are accepted', async () => {
    statuses = [500, 500]
    await write('/bill', billBody())
    const third = await delivery(3)
    expect(third.body).toBe(received[0]?.body)
  })

  it("aren't sent when off, or for a company that isn't connected", async () => {
    await throwSwitch('webhooks', { mode: 'off' })
    await write('/bill', billBody({ DocNumber: '1' }))
    await throwSwitch('webhooks', { mode: 'cloudevents' })
    const later = await write('/bill', billBody({ DocNumber: '2' }))
    const events = JSON.parse((await delivery()).body)
    expect(events).toMatchObject([{ intuitentityid: later.Id }])
    await throwSwitch('kill-refresh-tokens')
    await throwSwitch('fill', { vendors: 1 })
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(received).toHaveLength(1)
  })

  describe('on an unreliable network', () => {
    type News = { id: string; intuitentityid: string }
    const told = (): News[] => received.flatMap(({ body }) => JSON.parse(body))
    const idsTold = () => told().map(({ intuitentityid }) => Number(intuitentityid))
    /** Adds 60 vendors and one last one in prompt delivery; returns the order in which the 60 arrive. */
    const round = async (delivery: Record<string, unknown>, atLeast = 0) => {
      received.length = 0
      await throwSwitch('webhook-delivery', { seed: 5, ...delivery })
      await throwSwitch('fill', { vendors: 60 })
      await throwSwitch('webhook-delivery')
      const last = Number((await write('/vendor', { DisplayName: `Last ${Math.random()}` })).Id)
      const isDone = () => idsTold().includes(last) && idsTold().length > atLeast
      await expect.poll(isDone, { timeout: 10_000 }).toBe(true)
      return idsTold()
        .filter((id) => id !== last)
        .map((id) => id - last + 60)
    }
    const inOrder = Array.from({ length: 60 }, (_, index) => index)

    it('get lost, the same ones with the same seed', async () => {
      const ids = await round({ dropPercent: 30 })
      expect(ids.length).toBeGreaterThan(25)
      expect(ids.length).toBeLessThan(55)
      expect(ids).toEqual(ids.toSorted((left, right) => left - right))
      expect(await round({ dropPercent: 30 })).toEqual(ids)
    })

    it('arrive twice with the same event id, in another post', async () => {
      const ids = await round({ repeatPercent: 50 }, 70)
      const events = told().map(({ id }) => id)
      expect(new Set(ids).size).toBe(60)
      expect(new Set(events).size).toBe(61)
      expect(received.length).toBeGreaterThan(1)
    })

    it('arrive out of order, in several posts', async () => {
      const ids = await round({ shuffle: true }, 60)
      expect(ids).not.toEqual(inOrder)
      expect(ids.toSorted((left, right) => left - right)).toEqual(inOrder)
      expect(received.length).toBeGreaterThan(2)
    })

    it('arrive late', async () => {
      await throwSwitch('webhook-delivery', { delayMs: 700 })
      const startedAt = performance.now()
      const { Id } = await write('/vendor', { DisplayName: 'Late News' })
      await delivery()
      expect(performance.now() - startedAt).toBeGreaterThanOrEqual(700)
      expect(idsTold()).toEqual([Number(Id)])
    })
  })

  it('never block the API while the app is down', async () => {
    sandbox.setAppUrl('http://127.0.0.1:9')
    const bill = await write('/bill', billBody())
    expect(await read(`/bill/${bill.Id}`)).toEqual(bill)
  })
})
