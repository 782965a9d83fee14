// Drafts of new bills.
import { expect, it } from 'vitest'
import { createBillDrafts } from './bill-drafts.ts'
import { NO_FIELDS } from './invoice-fields.ts'

const openStorage = () => {
  const texts = new Map<string, string>()
  return {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  }
}
const typed = { ...NO_FIELDS, invoiceNumber: 'HALF' }

it('keeps a draft with its file, for its own email only', () => {
  const drafts = createBillDrafts(openStorage())
  const file = new File(['%PDF'], 'a.pdf')
  drafts.hold('kim@vendor.example', { ...typed, file })
  drafts.hold('lee@vendor.example', NO_FIELDS)
  expect(drafts.of('kim@vendor.example')).toEqual({ ...typed, file })
  expect(drafts.of('lee@vendor.example')).toBeUndefined()
})

it('keeps a draft across reloads, without the file, until it is cleared or submitted', () => {
  const storage = openStorage()
  const drafts = createBillDrafts(storage)
  drafts.hold('kim@vendor.example', { ...typed, file: new File(['%PDF'], 'a.pdf') })
  expect(createBillDrafts(storage).of('kim@vendor.example')).toEqual(typed)
  drafts.hold('kim@vendor.example', NO_FIELDS)
  expect(createBillDrafts(storage).of('kim@vendor.example')).toBeUndefined()
  drafts.hold('kim@vendor.example', typed)
  drafts.drop('kim@vendor.example')
  expect(createBillDrafts(storage).of('kim@vendor.example')).toBeUndefined()
})

it.each(['{', '{}', '[["kim@vendor.example",{}]]'])(
  'drops a draft that cannot be read: %s',
  (text) => {
    const storage = openStorage()
    storage.setItem('invoice-desk.new-bill', text)
    expect(createBillDrafts(storage).of('kim@vendor.example')).toBeUndefined()
  },
)
