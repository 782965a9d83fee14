import { expect, it } from 'vitest'
import { readLinkTarget, writeLinkTarget } from './link-target.ts'
import { balancesText, notOnlineText, opensText, sharedText } from './link-texts.ts'

it('reads from the address which link to show', () => {
  for (const text of ['new', 'invoice-12', 'customer-3']) {
    const target = readLinkTarget(text)
    expect(target && writeLinkTarget(target)).toBe(text)
  }
  for (const text of [null, '', 'invoice-', 'vendor-3', 'newest', `invoice-${'1'.repeat(51)}`]) {
    expect(readLinkTarget(text)).toBeUndefined()
  }
})

it('says what is owed in each currency, and what can be paid online', () => {
  const balances = [
    { currency: 'USD', amount: 410.5 },
    { currency: 'EUR', amount: 10 },
  ]
  expect(balancesText(balances)).toBe('$410.50 + €10.00')
  expect(notOnlineText(['USD', 'EUR'])).toContain("Invoices in EUR can't be paid online.")
  expect(notOnlineText(['USD'])).toBeUndefined()
})

it('says what a link opens with, and what those who have it can do', () => {
  const url = 'https://pay.example/pay-invoice?invoice=1008&date=2026-09-17'
  expect(opensText(url, ['USD'])).toBe(
    'Opens with invoice 1008 selected. The other open invoices are listed, too.',
  )
  expect(opensText(url, ['EUR'])).toContain('Opens with invoice 1008. ')
  expect(sharedText(['USD'])).toContain('can see and pay this')
  expect(sharedText(['EUR'])).toContain('can see this')
})
