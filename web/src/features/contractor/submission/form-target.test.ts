// What the bill form starts with.
import { type ContractorBill, contractorBill } from '@invoice-desk/contract/contractor/contractor'
import { expect, it } from 'vitest'
import { draftNameOf, noticeOf, startOf, targetOf } from './form-target.ts'
import { NO_FIELDS } from './invoice-fields.ts'

const bill = contractorBill.parse({
  id: '7',
  invoiceNumber: 'BD-7',
  amount: 1250.5,
  dueDate: Date.parse('2030-01-31T12:00:00Z'),
  files: [{ id: 'f1', name: 'a.pdf', bytes: 7, url: '/a' }],
})

it('starts empty for a new bill, and with the values of an earlier one', () => {
  expect(startOf({ kind: 'new' })).toEqual(NO_FIELDS)
  expect(startOf({ kind: 'correction', bill })).toEqual({
    amount: '1250.50',
    invoiceNumber: 'BD-7',
    dueDate: '2030-01-31',
    files: [{ kind: 'earlier', id: 'f1', name: 'a.pdf', bytes: 7 }],
  })
})

it.each<[Partial<ContractorBill>, boolean, string | undefined]>([
  [{ status: 'rejected' }, true, 'again'],
  [{ status: 'rejected' }, false, undefined],
  [{ status: 'withdrawn' }, true, 'again'],
  [{ status: 'changes_requested', isCorrectable: true, isEditable: true }, false, 'correction'],
  [{ status: 'received', isEditable: true }, false, 'change'],
  [{ status: 'received' }, false, undefined],
  [{ status: 'changes_requested' }, false, undefined],
  [{ status: 'approved' }, true, undefined],
])('for the bill %j (again: %j) the form is a %s', (fields, isAgain, kind) => {
  expect(targetOf({ ...bill, ...fields }, isAgain)?.kind).toBe(kind)
})

it.each<[Partial<ContractorBill> | undefined, boolean, string]>([
  [undefined, true, "We couldn't load that invoice. Reload the page to try again."],
  [undefined, false, "We couldn't find that invoice among your bills."],
  [
    { status: 'changes_requested' },
    false,
    'Only the person who submitted invoice BD-7 can correct it.',
  ],
  [{ status: 'approved' }, false, "You can't change invoice BD-7 here. Its status is Approved."],
])('says why %j is not in the form', (fields, hasFailed, text) => {
  expect(noticeOf(fields && { ...bill, ...fields }, hasFailed)).toBe(text)
})

it('keeps the drafts of different bills apart', () => {
  expect(draftNameOf({ kind: 'new' }, 'kim@vendor.example')).toBe('kim@vendor.example')
  expect(draftNameOf({ kind: 'again', bill }, 'kim@vendor.example')).toBe('kim@vendor.example 7')
})
