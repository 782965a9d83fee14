// The vendor's form: which problems a step reports, and which type of tax ID follows from the classification.
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../shared/api/api-error.ts'
import {
  type DetailsFields,
  fieldOf,
  fieldsOf,
  firstOf,
  problemsOf,
  withClassification,
} from './details-fields.ts'

const COMPLETE: DetailsFields = {
  legalName: 'Jo Reyes',
  businessName: '',
  classification: 'individual',
  address: { line1: '7 Quay Street', city: 'Astoria', state: 'OR', zipCode: '97103' },
  taxIdType: 'SSN',
  taxId: '123-45-6789',
  isCertified: true,
  signedBy: 'Jo Reyes',
}

describe('the problems of a step', () => {
  it('are none if everything is right', () => {
    expect(problemsOf(COMPLETE, 'enter')).toEqual({})
    expect(problemsOf(COMPLETE, 'sign')).toEqual({})
  })

  it('are all found at once, and only those of the step', () => {
    const problems = problemsOf(fieldsOf(undefined), 'enter')
    expect(problems).toEqual({
      legalName: 'This is required.',
      classification: 'Choose a tax classification.',
      'address.line1': 'This is required.',
      'address.city': 'This is required.',
      'address.state': 'Choose a state.',
      'address.zipCode': expect.any(String),
      taxIdType: 'Choose a tax ID type.',
      taxId: 'The tax ID is required.',
    })
    expect(firstOf(problems)).toBe('legalName')
    expect(Object.keys(problemsOf(fieldsOf(undefined), 'sign'))).toEqual([
      'signedBy',
      'isCertified',
    ])
  })

  it('include a wrong tax ID even if another choice is missing', () => {
    const fields: DetailsFields = { ...COMPLETE, classification: '', taxId: '000-45-6789' }
    expect(problemsOf(fields, 'enter')).toHaveProperty('taxId')
  })
})

it('finds the field and the step of a refusal', () => {
  const refusal = (field: string) => new ApiError('No.', { code: 'invalid_input', field })
  expect(fieldOf(refusal('address.zipCode'))).toBe('address.zipCode')
  expect(fieldOf(refusal('token'))).toBeUndefined()
})

describe('the classification', () => {
  it('decides the type of the tax ID if there is only one, and formats the number', () => {
    expect(withClassification(COMPLETE, 'partnership')).toEqual({
      classification: 'partnership',
      taxIdType: 'EIN',
      taxId: '12-3456789',
    })
  })

  it('keeps a type that was chosen, but not one that followed from it', () => {
    expect(withClassification(COMPLETE, 'trust_estate').taxIdType).toBe('SSN')
    const company = { ...COMPLETE, classification: 'llc_c', taxIdType: 'EIN' } as const
    expect(withClassification(company, 'individual').taxIdType).toBe('')
  })
})
