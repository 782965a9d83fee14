// The marks, and that a list does not wait for QuickBooks longer than it must.
import { expect, it } from 'vitest'
import { createMarks, markerOf } from './marks.ts'

const account = (fullyQualifiedName: string) => ({
  id: fullyQualifiedName,
  name: fullyQualifiedName.split(':').at(-1) ?? '',
  fullyQualifiedName,
})

it('marks a vendor and an account that are not there, whatever the case', () => {
  const mark = markerOf([{ name: 'Kestrel Courier' }], [account('Utilities:Internet')])
  expect(mark({ vendor: 'KESTREL courier', qb_bill_account: 'utilities:internet' })).toEqual([])
  expect(mark({ vendor: 'Kestrel', qb_bill_account: 'Internet' })).toEqual(['vendor'])
  expect(mark({ vendor: 'Kestrel', qb_bill_account: 'Rent' })).toEqual([
    'vendor',
    'qb_bill_account',
  ])
  expect(mark({ vendor: 'Kestrel Courier', qb_bill_account: '' })).toEqual([])
})

it('does not take a short name for one account while two have it', () => {
  const mark = markerOf([], [account('Legal:Fees'), account('Bank:Fees')])
  expect(mark({ vendor: '', qb_bill_account: 'Fees' })).toContain('qb_bill_account')
})

it('waits once for all who ask while QuickBooks is silent, and has the marks afterwards', async () => {
  let clock = 0
  let questions = 0
  const silent = Promise.withResolvers<[]>()
  const listVendors = () => {
    questions += 1
    return silent.promise
  }
  const read = createMarks({ listVendors, listBillAccounts: async () => [] }, () => clock)
  const first = read()
  clock += 1_500
  expect(await read()).toEqual({ state: 'pending' })
  expect(await read()).toEqual({ state: 'pending' })
  silent.resolve([])
  expect((await first).state).toBe('known')
  expect(questions).toBe(1)
})

it('says that QuickBooks could not be asked, and asks again next time', async () => {
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
