// Tests the marks, and that a list doesn't wait too long for QuickBooks.
import { expect, it } from 'vitest'
import { createMarks, markerOf } from './marks.ts'

const account = (fullyQualifiedName: string) => ({
  id: fullyQualifiedName,
  name: fullyQualifiedName.split(':').at(-1) ?? '',
  fullyQualifiedName,
})

it('marks a missing vendor and account, ignoring case', () => {
  const mark = markerOf([{ name: 'Kestrel Courier' }], [account('Utilities:Internet')])
  expect(mark({ vendor: 'KESTREL courier', qb_bill_account: 'utilities:internet' })).toEqual([])
  expect(mark({ vendor: 'Kestrel', qb_bill_account: 'Internet' })).toEqual(['vendor'])
  expect(mark({ vendor: 'Kestrel', qb_bill_account: 'Rent' })).toEqual([
    'vendor',
    'qb_bill_account',
  ])
  expect(mark({ vendor: 'Kestrel Courier', qb_bill_account: '' })).toEqual([])
})

it('does not match a short name that two accounts share', () => {
  const mark = markerOf([], [account('Legal:Fees'), account('Bank:Fees')])
  expect(mark({ vendor: '', qb_bill_account: 'Fees' })).toContain('qb_bill_account')
})

it('shares one wait while QuickBooks does not answer, and has the marks afterward', async () => {
  let clock = 0
  let calls = 0
  const response = Promise.withResolvers<[]>()
  const listVendors = () => {
    calls += 1
    return response.promise
  }
  const read = createMarks({ listVendors, listBillAccounts: async () => [] }, () => clock)
  const first = read()
  clock += 1_500
  expect(await read()).toEqual({ state: 'pending' })
  expect(await read()).toEqual({ state: 'pending' })
  response.resolve([])
  expect((await first).state).toBe('known')
  expect(calls).toBe(1)
})

it('reports that QuickBooks is unavailable, and asks again next time', async () => {
  let isDown = true
  const listVendors = async () => {
    if (isDown) throw new Error('down')
    return []
  }
  const read = createMarks({ listVendors, listBillAccounts: async () => [] })
  expect(await read()).toEqual({ state: 'unavailable' })
  isDown = false
  expect((await read()).state).toBe('known')
})
