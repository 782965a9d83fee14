// Tests that each person has saved views of their own.

import {
  deleteView,
  listSavedViews,
  type SavedView,
  saveView,
} from '@invoice-desk/contract/identity/saved-views'
import { VIEWS_MAX } from '@invoice-desk/contract/values/limits'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { ADMIN, STAFF } from '@invoice-desk/testing/people'
import { afterAll, beforeAll, expect, it } from 'vitest'

let desk: TestDesk
let sam: string
let ada: string
beforeAll(async () => {
  desk = await startTestDesk()
  sam = (await desk.signIn(STAFF)).idToken
  ada = (await desk.signIn(ADMIN)).idToken
})
afterAll(() => desk.close())

const save = (token: string, name: string, query: string, page = 'invoices') =>
  desk.call(saveView, { token, body: { page, name, query } })
const views = async (token: string, page = 'invoices') =>
  (await desk.call(listSavedViews, { token, query: { page } })).body.views
const names = async (token: string, page?: string) =>
  (await views(token, page)).map(({ name }: SavedView) => name)

it('saves views per person and page, and replaces one with the same name', async () => {
  const { status, body } = await save(sam, ' Heron ', 'vendor=Heron')
  expect([status, body]).toEqual([
    200,
    { id: expect.any(String), name: 'Heron', query: 'vendor=Heron' },
  ])
  await save(sam, 'Big', 'amountFrom=1000')
  await save(sam, 'Heron', 'vendor=Blue+Heron')
  await save(sam, 'Heron', '', 'payments')
  expect((await views(sam)).map(({ name, query }: SavedView) => [name, query])).toEqual([
    ['Heron', 'vendor=Blue+Heron'],
    ['Big', 'amountFrom=1000'],
  ])
  expect(await names(sam, 'payments')).toEqual(['Heron'])
  expect(await names(sam, 'vendors')).toEqual([])
})

it('shows and deletes only views of the caller', async () => {
  await save(ada, 'Heron', 'vendor=Other')
  expect(await names(ada)).toEqual(['Heron'])
  const [own] = await views(sam)
  const remove = (token: string) => desk.call(deleteView, { token, body: { id: own.id } })
  const refused = await remove(ada)
  expect([refused.status, refused.body.code]).toEqual([404, 'saved_view_unknown'])
  expect((await remove(sam)).body).toEqual({ deleted: true })
  expect((await remove(sam)).status).toBe(404)
  expect([await names(sam), await names(ada)]).toEqual([['Big'], ['Heron']])
})

it.each([
  [{ page: 'bills', name: 'x', query: '' }, 'page'],
  [{ page: 'invoices', name: ' ', query: '' }, 'name'],
  [{ page: 'invoices', name: 'x'.repeat(61), query: '' }, 'name'],
  [{ page: 'invoices', name: 'x', query: 'a'.repeat(2_001) }, 'query'],
  [{ page: 'invoices', name: 'a\nb', query: '' }, 'name'],
])('refuses %j and names the field', async (body, field) => {
  const answer = await desk.call(saveView, { token: sam, body })
  expect([answer.status, answer.body.field]).toEqual([400, field])
})

it('limits the views of a person and page, but still replaces', async () => {
  const both = Array.from({ length: VIEWS_MAX * 2 }, (_, n) => `View ${n % (VIEWS_MAX + 1)}`)
  await Promise.all(both.map((name) => save(ada, name, '', 'vendors')))
  // One of the names came too late.
  const [stored = '', ...others] = await names(ada, 'vendors')
  expect(others).toHaveLength(VIEWS_MAX - 1)
  const refused = await save(ada, 'One more', '', 'vendors')
  expect([refused.status, refused.body.code]).toEqual([409, 'saved_views_full'])
  expect((await save(ada, stored, 'search=x', 'vendors')).status).toBe(200)
  expect((await save(sam, 'One more', '', 'vendors')).status).toBe(200)
})
