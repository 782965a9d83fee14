// A sign-in ends only in the browser that began it, and in time.
import { expect, it } from 'vitest'
import { createSealer } from '../../sealing.ts'
import { beginFlow, cookieNameOf, FLOW_SECONDS_MAX, openFlow, sealFlow } from './sign-in-flow.ts'

const sealer = createSealer({ current: Buffer.alloc(32, 7), previous: [] }, 'sign-in')
const now = Date.parse('2026-11-15T12:00:00Z')
const end = now + FLOW_SECONDS_MAX * 1_000

it('opens for its own state until its time is up', () => {
  const flow = beginFlow('/vendors?page=2')
  const cookie = sealFlow(sealer, flow, now)
  expect(openFlow(sealer, cookie, flow.state, end - 1)).toMatchObject(flow)
  expect(openFlow(sealer, cookie, flow.state, end)).toBeUndefined()
  expect(openFlow(sealer, cookie, beginFlow('/vendors?page=2').state, now)).toBeUndefined()
  expect(openFlow(sealer, undefined, flow.state, now)).toBeUndefined()
  const forged = sealFlow(
    createSealer({ current: Buffer.alloc(32, 8), previous: [] }, 'sign-in'),
    flow,
    now,
  )
  expect(openFlow(sealer, forged, flow.state, now)).toBeUndefined()
})

it('has secrets and a cookie of its own, and returns to a path of ours', () => {
  const [one, two] = [beginFlow('//evil.example'), beginFlow('/x#y')]
  expect(one.state).toMatch(/^\/#[\w-]{43}$/)
  expect(new Set([one, two].flatMap(Object.values)).size).toBe(6)
  expect(cookieNameOf(one.state)).toMatch(/^desk-sign-in-[\w-]{16}$/)
  expect(cookieNameOf(one.state)).not.toBe(cookieNameOf(two.state))
  expect(cookieNameOf('/a#secret')).toBe(cookieNameOf('/b#c#secret'))
})
