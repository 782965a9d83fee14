// Drafts of new bills.
import { expect, it } from 'vitest'
import { createBillDrafts } from './bill-drafts.ts'
import { newFile } from './files/bill-files.ts'
import { NO_FIELDS } from './invoice-fields.ts'

const openStorage = () => {
  const texts = new Map<string, string>()
  return {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  }
}
const files = [newFile(new File(['%PDF'], 'a.pdf'))]
const typed = { ...NO_FIELDS, invoiceNumber: 'HALF' }

it('keeps a draft with its files, for its own email only', () => {
  const drafts = createBillDrafts(openStorage())
  drafts.hold('kim@vendor.example', { ...typed, files })
  drafts.hold('lee@vendor.example', NO_FIELDS)
  expect(drafts.of('kim@vendor.example')).toEqual({ ...typed, files })
  expect(drafts.of('lee@vendor.example')).toBeUndefined()
})

it('keeps a draft across reloads, without the files, until it is cleared or submitted', () => {
  const storage = openStorage()
  const drafts = createBillDrafts(storage)
  drafts.hold('kim@vendor.example', { ...typed, files })
  const { files: _lost, ...texts } = typed
  expect(createBillDrafts(storage).of('kim@vendor.example')).toEqual(texts)
  drafts.hold('kim@vendor.example', NO_FIELDS)
  expect(createBillDrafts(storage).of('kim@vendor.example')).toBeUndefined()
  drafts.hold('kim@vendor.example', typed)
  drafts.drop('kim@vendor.example')
  expect(createBillDrafts(storage).of('kim@vendor.example')).toBeUndefined()
})

it('keeps no values across reloads that belong to a lost file', () => {
  const storage = openStorage()
  const drafts = createBillDrafts(storage)
  const filled = { ...typed, amount: '5.00', files }
  drafts.hold('kim@vendor.example', filled, ['amount'])
  expect(drafts.of('kim@vendor.example')).toEqual(filled)
  expect(createBillDrafts(storage).of('kim@vendor.example')).toMatchObject({
    amount: '',
    invoiceNumber: 'HALF',
  })
  drafts.hold('kim@vendor.example', { ...NO_FIELDS, amount: '5.00', files }, ['amount'])
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
