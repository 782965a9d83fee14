// What the consent page brings back, and where it may lead.
import { describe, expect, it } from 'vitest'
import { callbackProblem, readCallback, returnPathOf } from './callback.ts'

describe('the callback', () => {
  it('reads what the address carries', () => {
    expect(readCallback('?code=c&state=%2Fjobs%23x&iss=https%3A%2F%2Fid.example')).toEqual({
      code: 'c',
      state: '/jobs#x',
      iss: 'https://id.example',
    })
  })

  it('asks for a code', () => {
    expect(callbackProblem(readCallback(''))).toBe('No authorization code received')
    expect(callbackProblem(readCallback('?code='))).toBe('No authorization code received')
  })

  it('tells the error it was given, even beside a code', () => {
    const callback = readCallback('?error=access_denied&code=c')
    expect(callbackProblem(callback)).toBe('Authentication failed: access_denied')
  })
})

describe('the return path', () => {
  it.each([
    ['/approve-invoice?taskId=7#secret', '/approve-invoice?taskId=7'],
    ['/vendors#part#secret', '/vendors'],
    ['/jobs', '/jobs'],
    ['#secret', '/'],
    ['', '/'],
    [undefined, '/'],
    ['//evil.example#secret', '/'],
    ['https://evil.example#secret', '/'],
    ['/\\evil.example#secret', '/'],
  ])('of %s is %s', (state, path) => expect(returnPathOf(state)).toBe(path))
})
