// Only the browser that started a sign-in can finish it, and only before it expires.
import { expect, it } from 'vitest'
import { beginFlow, cookieNameOf, createSignInFlows, FLOW_SECONDS_MAX } from './sign-in-flow.ts'

const now = Date.parse('2026-11-15T12:00:00Z')
const end = now + FLOW_SECONDS_MAX * 1_000
const flowsAt = (at: number, key = 7) =>
  createSignInFlows({ current: Buffer.alloc(32, key), previous: [] }, () => at)

it('opens for its own state until it expires', () => {
  const flow = beginFlow('/vendors?page=2')
  const cookie = flowsAt(now).seal(flow)
  expect(flowsAt(end - 1).open(cookie, flow.state)).toEqual(flow)
  expect(flowsAt(end).open(cookie, flow.state)).toBeUndefined()
  expect(flowsAt(now).open(cookie, beginFlow('/vendors?page=2').state)).toBeUndefined()
  expect(flowsAt(now).open(undefined, flow.state)).toBeUndefined()
  expect(flowsAt(now).open(flowsAt(now, 8).seal(flow), flow.state)).toBeUndefined()
})

it('has its own secrets and cookie, and returns only to our own paths', () => {
  const [one, two] = [beginFlow('//evil.example'), beginFlow('/x#y')]
  expect(one.state).toMatch(/^\/#[\w-]{43}$/)
  expect(new Set([one, two].flatMap(Object.values)).size).toBe(6)
  expect(cookieNameOf(one.state)).toMatch(/^desk-sign-in-[\w-]{16}$/)
  expect(cookieNameOf(one.state)).not.toBe(cookieNameOf(two.state))
  expect(cookieNameOf('/a#secret')).toBe(cookieNameOf('/b#c#secret'))
})
