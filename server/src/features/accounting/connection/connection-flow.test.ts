// A connection is finished only by the browser and the person that began it, and in time.
import { expect, it } from 'vitest'
import { createSealer } from '../../../sealing.ts'
import { FLOW_SECONDS_MAX, isOwnFlow, newState, sealFlow } from './connection-flow.ts'

const sealer = createSealer({ current: Buffer.alloc(32, 7), previous: [] }, 'connection')
const now = Date.parse('2026-11-15T12:00:00Z')
const end = now + FLOW_SECONDS_MAX * 1_000
const flow = { state: newState(), email: 'sam@ours.example' }
const cookie = sealFlow(sealer, flow, now)

it.each([
  ['what it began', cookie, flow, now, true],
  ['what it began, at the last moment', cookie, flow, end - 1, true],
  ['what took too long', cookie, flow, end, false],
  ['what another person began', cookie, { ...flow, email: 'eve@ours.example' }, now, false],
  ['what came back with another state', cookie, { ...flow, state: newState() }, now, false],
  ['what another browser began', undefined, flow, now, false],
  ['a cookie that was made up', 'AAAA', flow, now, false],
])('judges a callback: %s', (_what, given, returned, at, isOwn) => {
  expect(isOwnFlow(sealer, given, returned, at)).toBe(isOwn)
})
