// How the device form's text becomes sender addresses, and which field an error belongs to.
import { expect, it } from 'vitest'
import { ApiError } from '../../shared/api/api-error.ts'
import { bodyOf, fieldOf, problemsOf, refusalText } from './device-fields.ts'

const FIELDS = {
  name: 'Scanner',
  mailboxId: '00000000-0000-4000-8000-000000000001',
  senders: 'scanner@x.example',
  keepsSender: false,
}

it('reads one address per line, and also addresses with commas between them', () => {
  const senders = ' a@x.example\nb@x.example, c@x.example;\n'
  expect(bodyOf({ ...FIELDS, senders }).senders).toEqual([
    'a@x.example',
    'b@x.example',
    'c@x.example',
  ])
})

it('names the address that is wrong', () => {
  expect(problemsOf(FIELDS)).toEqual({})
  expect(problemsOf({ ...FIELDS, name: ' ', senders: 'a@x.example\nscanner' })).toEqual({
    name: 'Enter a name.',
    senders: 'scanner: Enter a valid email address.',
  })
  const problemWith = (senders: string) => problemsOf({ ...FIELDS, senders }).senders
  expect(problemWith('')).toBe('Enter at least one sender address.')
  expect(problemWith('*@x.example')).toBe('*@x.example: Enter each address in full.')
  expect(problemWith('Scanner <a@x.example>')).toBe('Enter only the address, without a name.')
})

it('finds the field of an error from the server', () => {
  const problemFor = (path: string | undefined) => {
    const error = new ApiError('No.', { code: 'invalid_input', status: 400, field: path })
    const field = fieldOf(error)
    return field && { field, text: refusalText(error, FIELDS) }
  }
  expect(problemFor('senders.0')).toEqual({ field: 'senders', text: 'scanner@x.example: No.' })
  expect(problemFor('name')).toEqual({ field: 'name', text: 'No.' })
  expect(problemFor(undefined)).toBeUndefined()
})
