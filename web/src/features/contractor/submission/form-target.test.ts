// What the bill form starts with.
import { contractorBill } from '@invoice-desk/contract/contractor'
import { expect, it } from 'vitest'
import { draftNameOf, startOf } from './form-target.ts'
import { NO_FIELDS } from './invoice-fields.ts'

const bill = contractorBill.parse({
  id: '7',
  invoiceNumber: 'BD-7',
  amount: 1250.5,
  dueDate: Date.parse('2030-01-31T12:00:00Z'),
})

it('starts empty for a new bill, and with the values of an earlier one', () => {
  expect(startOf({ kind: 'new' })).toEqual(NO_FIELDS)
  expect(startOf({ kind: 'correction', bill })).toEqual({
    amount: '1250.50',
    invoiceNumber: 'BD-7',
    dueDate: '2030-01-31',
    file: undefined,
  })
})

it('keeps the drafts of different bills apart', () => {
  expect(draftNameOf({ kind: 'new' }, 'kim@vendor.example')).toBe('kim@vendor.example')
  expect(draftNameOf({ kind: 'again', bill }, 'kim@vendor.example')).toBe('kim@vendor.example 7')
})
