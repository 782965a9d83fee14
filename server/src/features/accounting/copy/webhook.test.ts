// Tests webhook signatures and both body formats.
import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { isSigned, parseWebhook } from './webhook.ts'

const TOKEN = 'verifier'
const body = Buffer.from('{"a":1}')
const sign = (bytes: Buffer, token = TOKEN) =>
  createHmac('sha256', token).update(bytes).digest('base64')

it.each([
  ['the right one', sign(body), true],
  ['one for another body', sign(Buffer.from('{"a":2}')), false],
  ['one made with another token', sign(body, 'other'), false],
  ['a truncated one', sign(body).slice(0, 20), false],
  [
    'one with extra bytes',
    Buffer.concat([Buffer.from(sign(body), 'base64'), body]).toString('base64'),
    false,
  ],
  ['an empty one', '', false],
  ['none', undefined, false],
  ['the right one twice', [sign(body), sign(body)], false],
])('checks a signature: %s', (_which, signature, isValid) => {
  expect(isSigned(body, signature, TOKEN)).toBe(isValid)
})

const read = (value: unknown) => parseWebhook(Buffer.from(JSON.stringify(value)))
const parse = (value: unknown) => read(value)?.events
const notify = (...entities: object[]) => ({
  eventNotifications: [{ realmId: 1, dataChangeEvent: { entities } }],
})
const cloudEvent = { id: 'e1', type: 'qbo.Bill.updated.v1', intuitentityid: 7, intuitaccountid: 1 }

it('reads both formats', () => {
  expect(parse([cloudEvent])).toEqual([
    { id: 'e1', realmId: '1', entity: 'bill', entityId: '7', isDeleted: false },
  ])
  expect(parse(notify({ name: 'Bill', id: 7 }))).toMatchObject([
    { realmId: '1', entity: 'bill', entityId: '7', isDeleted: false },
  ])
  expect(parse([{ ...cloudEvent, type: 'qbo.bill.deleted.v1' }])?.[0]?.isDeleted).toBe(true)
  expect(parse(notify({ name: 'Bill', id: 7, operation: 'Delete' }))).toMatchObject([
    { isDeleted: true },
  ])
})

it('tells older-format events apart by all their fields', () => {
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

it.each([
  ['a notification without changes', { eventNotifications: [{ realmId: 1 }] }],
  ['a changed record without a name', notify({ id: '7' })],
  ['a changed record without an id', notify({ name: 'Bill' })],
  ['text', { eventNotifications: ['x'] }],
  ['an event without a type', [{ id: 'e1' }]],
  ['an event without a record', [{ ...cloudEvent, intuitentityid: undefined }]],
  ['an event with an empty id', [{ ...cloudEvent, id: '' }]],
  ['null', [null]],
])('skips %s', (_what, strange) => {
  expect(read(strange)).toEqual({ events: [], unknown: 1 })
  const both = Array.isArray(strange)
    ? [...strange, cloudEvent]
    : {
        eventNotifications: [
          ...strange.eventNotifications,
          ...notify({ name: 'Bill', id: 7 }).eventNotifications,
        ],
      }
  expect(read(both)).toMatchObject({ events: [{ entity: 'bill', entityId: '7' }], unknown: 1 })
})

it.each([[null], [{}], ['text'], [{ eventNotifications: {} }]])('refuses %j', (value) =>
  expect(read(value)).toBeUndefined(),
)

it('refuses a body that is not JSON', () => {
  expect(parseWebhook(Buffer.from('{'))).toBeUndefined()
})
