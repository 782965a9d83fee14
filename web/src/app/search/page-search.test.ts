import { expect, it } from 'vitest'
import { pagesFor } from '../../features/identity/navigation.ts'
import { findPages } from './page-search.ts'

const PAGES = pagesFor({ admin: false, tools: ['approve_invoice', 'pay_invoice', 'connections'] })
const labelsFor = (text: string) => findPages(PAGES, text).map(({ label }) => label)

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
  ['', PAGES.map(({ label }) => label)],
])('finds the pages for %j', (text, labels) => {
  expect(labelsFor(text)).toEqual(labels)
})
