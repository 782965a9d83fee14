import { pagesFor, type StaffPath, staffPageOf } from '@invoice-desk/contract/system/pages'
import { expect, it } from 'vitest'
import { findPages } from './page-search.ts'

const PAGES = pagesFor({ admin: false, tools: ['approve_invoice', 'pay_invoice', 'connections'] })
const labelOf = (path: StaffPath) => staffPageOf(path).label
const labelsFor = (text: string) => findPages(PAGES, text).map(labelOf)

it.each([
  ['inv', ['Invoices']],
  ['QuickBooks', ['Connections']],
  ['failed background', ['Failed jobs']],
  ['pay link', ['Payments']],
  ['QR', ['Payments']],
  ['qu', []],
  ['voices', []],
  // Pages that the account can't open.
  ['users', []],
  ['', PAGES.map(labelOf)],
])('finds the pages for %j', (text, labels) => {
  expect(labelsFor(text)).toEqual(labels)
})
