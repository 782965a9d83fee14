import { expect, it } from 'vitest'
import { TOOLS } from '../identity/tools.ts'
import { PAGES, pageNameOf, pagesFor, staffPageOf } from './pages.ts'

it('maps a path to its page', () => {
  expect(['/', '/auth', '/auth/google/redirect', '/pay-invoice'].map(pageNameOf)).toEqual([
    'landing',
    'auth',
    'google-redirect',
    'pay-invoice',
  ])
})

it('lists each page once', () => {
  expect(new Set(PAGES).size).toBe(PAGES.length)
})

it('shows an account the pages of its tools, and to administrators theirs', () => {
  const seen = (admin: boolean, tools: readonly (typeof TOOLS)[number][]) =>
    pagesFor({ admin, tools }).filter((path) => staffPageOf(path).for)
  expect(pagesFor({ admin: false, tools: [] })).toEqual(['/overview', '/preferences'])
  expect(seen(false, ['connections'])).toEqual(['/connections', '/jobs'])
  for (const tool of TOOLS)
    expect(seen(false, [tool]).every((path) => staffPageOf(path).for === tool)).toBe(true)
  expect(seen(true, [])).toEqual(['/accounts', '/approval-rules', '/activity', '/settings'])
})
