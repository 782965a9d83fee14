// Validation of a new bill, the request, and errors from the server.
import { contractorBill } from '@invoice-desk/contract/contractor/contractor'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../../shared/api/api-error.ts'
import { today } from '../../../shared/text/today.ts'
import { newFile } from './files/bill-files.ts'
import { problemsOf } from './invoice-checks.ts'
import { type InvoiceFields, isFilled, NO_FIELDS } from './invoice-fields.ts'
import { fieldOf, fingerprintOf, formOf, possibleDuplicatesIn } from './invoice-request.ts'

const file = new File(['%PDF'], 'a.pdf', { lastModified: 1 })
const earlier = { kind: 'earlier', id: 'f1', name: 'old.pdf', bytes: 7 } as const
const filled: InvoiceFields = {
  ...NO_FIELDS,
  amount: '1250.50',
  invoiceNumber: 'BD-7',
  dueDate: today(),
  files: [newFile(file)],
}

describe('the form', () => {
  afterEach(() => vi.useRealTimers())

  it('accepts complete input that is due today', () => {
    expect(problemsOf(filled)).toEqual({})
    expect(problemsOf({ ...filled, files: [] })).toEqual({})
  })

  it('uses the business day, even when UTC is a month ahead', () => {
    vi.useFakeTimers({ now: new Date('2026-12-01T02:00:00Z') })
    expect(problemsOf({ ...filled, dueDate: '2026-11-30' })).toEqual({})
    expect(problemsOf({ ...filled, dueDate: '2026-11-29' }, '2026-11-29')).toEqual({})
    expect(problemsOf({ ...filled, dueDate: '2026-11-29' }, '2026-11-28')).toEqual({
      dueDate: "The due date can't be in the past.",
    })
  })

  it('reports every missing field', () => {
    expect(problemsOf(NO_FIELDS)).toEqual({
      amount: 'Please enter an amount, such as 1250.00.',
      invoiceNumber: 'This is required.',
      dueDate: 'Choose a date.',
    })
  })

  it.each([
    [{ amount: '0' }, 'The amount must be at least 0.01.'],
    [{ amount: '0.001' }, 'The amount must be at least 0.01.'],
    [{ amount: '1e9' }, 'The amount can be at most $999,999,999.99.'],
    [{ invoiceNumber: '   ' }, 'This is required.'],
    [{ dueDate: '2020-01-01' }, "The due date can't be in the past."],
    [{ files: Array.from({ length: 11 }, () => earlier) }, 'You can attach at most 10 files.'],
  ])('refuses %j', (fields, message) => {
    expect(Object.values(problemsOf({ ...filled, ...fields }))).toEqual([message])
  })

  it('knows whether anything was entered', () => {
    expect(isFilled(NO_FIELDS)).toBe(false)
    expect(isFilled({ ...NO_FIELDS, amount: '1' })).toBe(true)
    expect(isFilled({ ...NO_FIELDS, files: filled.files })).toBe(true)
  })
})

describe('the request', () => {
  const contractor = { email: 'kim@vendor.example', vendor: 'Kim & Co', token: 't1' }
  const entriesOf = (isConfirmed: boolean) => [
    ...formOf(contractor, filled, { captchaToken: 'c1', isConfirmed }).entries(),
  ]

  it('has every field, and the file last', () => {
    const entries = entriesOf(false)
    const { files: _files, ...texts } = filled
    expect(Object.fromEntries(entries)).toEqual({
      ...texts,
      file,
      email: 'kim@vendor.example',
      captchaToken: 'c1',
      vendorName: 'Kim & Co',
      token: 't1',
    })
    expect(entries.at(-1)).toEqual(['file', file])
  })

  it('names the files of an earlier bill instead of sending them', () => {
    const other = new File(['%PDF'], 'b.pdf')
    const fields = { ...filled, files: [newFile(file), earlier, newFile(other)] }
    const options = { captchaToken: '', isConfirmed: false }
    const form = formOf(contractor, fields, options)
    expect(form.get('files')).toBe('new,f1,new')
    expect(form.getAll('file')).toEqual([file, other])
    // A correction must be able to remove them.
    const corrected = contractorBill.parse({ id: '7' })
    expect(
      formOf(contractor, { ...filled, files: [] }, { ...options, corrected }).get('files'),
    ).toBe('')
  })

  it('includes the contractor’s confirmation of a similar invoice', () => {
    expect(entriesOf(true)).toContainEqual(['confirmDuplicate', 'true'])
  })

  it('gets a new fingerprint with every change', () => {
    const changes: Partial<InvoiceFields>[] = [
      { amount: '1250.5' },
      { invoiceNumber: 'BD-8' },
      { dueDate: '2030-01-01' },
      { files: [] },
      { files: [newFile(new File(['%PDF2'], 'a.pdf', { lastModified: 2 }))] },
      { files: [...filled.files, earlier] },
      { files: [earlier, ...filled.files] },
    ]
    const prints = [{}, ...changes].map((change) => fingerprintOf({ ...filled, ...change }))
    expect(new Set(prints).size).toBe(prints.length)
    expect(fingerprintOf({ ...filled })).toBe(prints[0])
  })
})

describe('a server error', () => {
  it('belongs to the field it names, if the form has that field', () => {
    const errorAt = (field: string) => new ApiError('No', { code: 'x', field })
    expect(fieldOf(errorAt('invoiceNumber'))).toBe('invoiceNumber')
    expect(fieldOf(errorAt('file'))).toBe('files')
    expect(fieldOf(errorAt('captchaToken'))).toBeUndefined()
    expect(fieldOf(new Error('No'))).toBeUndefined()
  })

  it('may name earlier bills', () => {
    const bill = {
      invoiceNumber: 'BD-7',
      amount: 1250.5,
      status: 'approved',
      dateCreated: Date.parse('2026-11-15T12:00:00Z'),
      because: 'same_number',
    }
    const errorWith = (body: object) => new ApiError('No', { code: 'similar_bill', body })
    expect(possibleDuplicatesIn(errorWith({ bills: [bill] }))).toEqual([bill])
    expect(possibleDuplicatesIn(errorWith({}))).toEqual([])
  })
})
