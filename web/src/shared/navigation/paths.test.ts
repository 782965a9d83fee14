// Page paths, and which navigations need a full page load.
import { describe, expect, it } from 'vitest'
import { needsPageLoad, paths } from './paths.ts'

describe('the sign-in path', () => {
  it('includes the return path and query', () => {
    const address = paths.auth({ redirect: '/approve-invoice?taskId=7&x=a b' })
    const query = new URLSearchParams(address.split('?')[1])
    expect(query.get('redirect')).toBe('/approve-invoice?taskId=7&x=a b')
  })

  it('has no query without a return path', () => {
    expect(paths.auth()).toBe('/auth')
  })
})

describe('a full page load', () => {
  it.each([
    ['/', '/pay-invoice'],
    ['/pay-invoice', '/'],
    ['/pay-invoice?invoice=7', '/payment-success'],
    ['/jobs', '/submit-invoice?token=t'],
    ['/settings', '/settings/health'],
    ['/', '/vendors/'],
    ['/pay-invoice', '/Pay-Invoice'],
  ])('is needed from %s to %s', (from, to) => expect(needsPageLoad(from, to)).toBe(true))

  it.each([
    ['/', '/auth'],
    ['/pay-invoice', '/pay-invoice?invoice=7'],
    ['/auth?redirect=/pay-invoice', '/privacy'],
  ])('is not needed from %s to %s', (from, to) => expect(needsPageLoad(from, to)).toBe(false))
})
