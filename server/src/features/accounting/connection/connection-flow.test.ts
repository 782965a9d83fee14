// Only the browser and the person that started a connection can finish it, and only before it expires.
import { expect, it } from 'vitest'
import { createConnectionFlows, FLOW_SECONDS_MAX, newState } from './connection-flow.ts'

const keyring = { current: Buffer.alloc(32, 7), previous: [] }
const now = Date.parse('2026-11-15T12:00:00Z')
const end = now + FLOW_SECONDS_MAX * 1_000
const flow = { state: newState(), email: 'sam@ours.example' }
const cookie = createConnectionFlows(keyring, () => now).seal(flow)

it.each([
  ['its own flow', cookie, flow, now, true],
  ['its own flow just before it expires', cookie, flow, end - 1, true],
  ['an expired flow', cookie, flow, end, false],
  ["another person's flow", cookie, { ...flow, email: 'eve@ours.example' }, now, false],
  ['a flow with a different state', cookie, { ...flow, state: newState() }, now, false],
  ["another browser's flow", undefined, flow, now, false],
  ['a forged cookie', 'AAAA', flow, now, false],
])('checks %s', (_what, given, returned, at, isOwn) => {
  expect(createConnectionFlows(keyring, () => at).isOwn(given, returned)).toBe(isOwn)
})
