import { expect, it } from 'vitest'
import { safeReturnPath } from './return-path.ts'

it.each([
  '/',
  '/vendors',
  '/approve-invoice?taskId=1&x=%2F',
  '/pay-invoice?invoice=1001&date=2026-01-01',
])('keeps %s with its query', (path) => expect(safeReturnPath(path)).toBe(path))

it.each([
  undefined,
  null,
  '',
  'vendors',
  'https://evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '/auth',
  '/auth?redirect=/auth',
  '/auth/google/redirect?code=1',
  '/x/../auth',
])('sends %j to /', (path) => expect(safeReturnPath(path)).toBe('/'))
