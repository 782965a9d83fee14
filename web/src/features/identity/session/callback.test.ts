// The OAuth callback and its return path.
import { describe, expect, it } from 'vitest'
import { callbackProblem, readCallback, returnPathOf } from './callback.ts'

describe('the callback', () => {
  it('reads the URL', () => {
    expect(readCallback('?code=c&state=%2Fjobs%23x&iss=https%3A%2F%2Fid.example')).toEqual({
      code: 'c',
      state: '/jobs#x',
      iss: 'https://id.example',
    })
  })

  it('requires a code', () => {
    expect(callbackProblem(readCallback(''))).toBe('No authorization code received')
    expect(callbackProblem(readCallback('?code='))).toBe('No authorization code received')
  })

  it('shows the error, even with a code', () => {
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
