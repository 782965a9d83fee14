// QuickBooks' webhooks: which signatures count, and what both body formats say.
import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { isSigned, parseWebhook } from './webhook.ts'

const TOKEN = 'verifier'
const body = Buffer.from('{"a":1}')
const sign = (bytes: Buffer, token = TOKEN) =>
  createHmac('sha256', token).update(bytes).digest('base64')

it.each([
  ['its own', sign(body), true],
  ['that of another body', sign(Buffer.from('{"a":2}')), false],
  ['one made with another token', sign(body, 'other'), false],
  ['half of its own', sign(body).slice(0, 20), false],
  [
    'more than its own',
    Buffer.concat([Buffer.from(sign(body), 'base64'), body]).toString('base64'),
    false,
  ],
  ['an empty one', '', false],
  ['none', undefined, false],
  ['its own twice', [sign(body), sign(body)], false],
])('judges a signature: %s', (_which, signature, isGood) => {
  expect(isSigned(body, signature, TOKEN)).toBe(isGood)
})

const parse = (value: unknown) => parseWebhook(Buffer.from(JSON.stringify(value)))
const notify = (...entities: object[]) => ({
  eventNotifications: [{ realmId: 1, dataChangeEvent: { entities } }],
})
const cloudEvent = { id: 'e1', type: 'qbo.Bill.updated.v1', intuitentityid: 7, intuitaccountid: 1 }

it('reads both formats', () => {
  expect(parse([cloudEvent])).toEqual([{ id: 'e1', realmId: '1', entity: 'bill', entityId: '7' }])
  expect(parse(notify({ name: 'Bill', id: 7 }))).toMatchObject([
    { realmId: '1', entity: 'bill', entityId: '7' },
  ])
})

it('tells events of the older format apart by everything they say', () => {
  const change = { name: 'Bill', id: '7', operation: 'Update', lastUpdated: '2026-11-15' }
  const others = [
    { ...change, name: 'Vendor' },
    { ...change, id: '8' },
    { ...change, operation: 'Delete' },
    { ...change, lastUpdated: '2026-11-16' },
  ]
  const ids = parse(notify(change, change, ...others))?.map(({ id }) => id) ?? []
  expect(ids[0]).toBe(ids[1])
  expect(new Set(ids).size).toBe(1 + others.length)
})

it.each([[null], [{}], [[{ ...cloudEvent, id: '' }]], [[{ id: 'e1' }]], [notify({ id: '7' })]])(
  'reads nothing in %j',
  (value) => expect(parse(value)).toBeUndefined(),
)

it('reads nothing in what is no JSON', () => {
  expect(parseWebhook(Buffer.from('{'))).toBeUndefined()
})
