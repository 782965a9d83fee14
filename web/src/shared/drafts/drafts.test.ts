import { afterEach, expect, it } from 'vitest'
import { setCredentials } from '../api/credentials.ts'
import { clearDrafts } from './draft-storage.ts'
import { findDraft, keepDraft, readDraft } from './drafts.ts'

const signIn = (subject: string) => setCredentials({ subject, token: 't' })
afterEach(clearDrafts)

it('keeps one text per name until it is emptied or all are cleared', () => {
  signIn('sam@desk.example')
  keepDraft('reject 1', 'Wrong amount')
  keepDraft('reject 2', 'Sent twice')
  expect([readDraft('reject 1'), readDraft('reject 2')]).toEqual(['Wrong amount', 'Sent twice'])
  keepDraft('reject 1', '')
  expect([readDraft('reject 1'), readDraft('reject 2')]).toEqual(['', 'Sent twice'])
  clearDrafts()
  expect(readDraft('reject 2')).toBe('')
})

it('survives an expired session, for the same person only', () => {
  signIn('sam@desk.example')
  keepDraft('reject 1', 'Wrong amount')
  setCredentials(undefined)
  keepDraft('reject 1', '')
  expect(readDraft('reject 1')).toBe('')
  signIn('ada@desk.example')
  expect(readDraft('reject 1')).toBe('')
  signIn('sam@desk.example')
  expect(readDraft('reject 1')).toBe('Wrong amount')
  signIn('ada@desk.example')
  keepDraft('reject 2', 'Sent twice')
  signIn('sam@desk.example')
  expect(readDraft('reject 1')).toBe('')
})

it('waits for its writer while another person opens an empty form', () => {
  signIn('sam@desk.example')
  keepDraft('reject 1', 'Wrong amount')
  signIn('ada@desk.example')
  keepDraft('reject 1', '')
  signIn('sam@desk.example')
  expect(readDraft('reject 1')).toBe('Wrong amount')
})

it('finds what a draft is about', () => {
  signIn('sam@desk.example')
  expect(findDraft('vendor form ')).toBe(undefined)
  keepDraft('reject 1', 'Wrong amount')
  keepDraft('vendor form ada@fern.example', '{}')
  expect(findDraft('vendor form ')).toBe('ada@fern.example')
  expect(findDraft('rule ')).toBe(undefined)
})
