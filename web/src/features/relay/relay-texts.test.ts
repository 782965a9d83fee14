// What the mail relay's page says about a Gmail account and a message.
import type { RelayDevice, RelayMailbox } from '@invoice-desk/contract/relay/mail-relay'
import { expect, it } from 'vitest'
import { readView } from './api.ts'
import {
  deviceProblem,
  mailboxProblem,
  nextTryText,
  recipientsText,
  sizeText,
  usageText,
  waitText,
} from './relay-texts.ts'

const NOW = Date.parse('2026-11-16T15:00:00Z')

const MAILBOX: RelayMailbox = {
  id: '1',
  address: 'office@x.example',
  owner: 'ada@x.example',
  state: 'connected',
  connectedAt: '2026-11-02T15:00:00.000Z',
  recipients: 1_799,
  recipientsMax: 2_000,
}

const problemOf = (part: Partial<RelayMailbox>) => mailboxProblem({ ...MAILBOX, ...part }, NOW)

it('says how much of the daily limit is used, and warns near its end', () => {
  expect(usageText(MAILBOX)).toBe('1,799 of 2,000 recipients in the last 24 hours')
  expect(problemOf({})).toBeUndefined()
  expect(problemOf({ recipients: 1_800 })).toMatch(/close to/)
  expect(problemOf({ recipients: 2_000 })).toMatch(/limit is reached/)
})

it('says when a paused account goes on, until then', () => {
  const waitOf = (part: Partial<RelayMailbox>) => waitText({ ...MAILBOX, ...part }, NOW)
  const paused = { pausedUntil: '2026-11-17T08:00:00.000Z' }
  expect(problemOf(paused)).toMatch(/go out after Nov.17.*Connect again to try now/)
  expect(waitOf(paused)).toMatch(/^until Nov.17.*daily limit/)
  expect(waitOf({ state: 'withdrawn' })).toBe('until office@x.example is connected again')
  const over = { pausedUntil: '2026-11-16T14:59:00.000Z' }
  expect([problemOf(over), waitOf(over)]).toEqual([undefined, undefined])
})

it('says why a device is blocked or was refused, unless it is revoked', () => {
  const refused = {
    lastRefusal: { at: '2026-11-16T14:58:00.000Z', text: 'The password is wrong.' },
  } as RelayDevice
  const blocked = { ...refused, blockedBecause: 'Its owner has no access.' }
  expect(deviceProblem(refused, NOW)).toBe('Refused 2 minutes ago: The password is wrong.')
  expect(deviceProblem(blocked, NOW)).toBe('Its owner has no access.')
  expect(deviceProblem({ ...blocked, revokedAt: refused.lastRefusal?.at }, NOW)).toBeUndefined()
})

it('gives the seconds of a time that is near', () => {
  expect(nextTryText('2026-11-16T15:00:20.000Z', NOW)).toMatch(/:00:20/)
  expect(nextTryText('2026-11-16T16:00:20.000Z', NOW)).toMatch(/^Nov.16,.\d+:00.[AP]M$/)
})

it('says that an account must be connected again', () => {
  expect(problemOf({ state: 'withdrawn' })).toMatch(/^Google no longer lets us.*connect it again/)
  expect(problemOf({ state: 'disconnected' })).toMatch(/connect it again/)
})

it('shortens recipients and sizes', () => {
  expect(recipientsText(['a@x.example'])).toBe('a@x.example')
  expect(recipientsText(['a@x.example', 'b@x.example', 'c@x.example'])).toBe(
    'a@x.example and 2 more',
  )
  expect([3, 3_100, 1_482_000].map(sizeText)).toEqual(['1\u00a0KB', '3\u00a0KB', '1.4\u00a0MB'])
})

it('ignores filters that it cannot use', () => {
  const device = '00000000-0000-4000-8000-000000000001'
  expect(readView(new URLSearchParams({ device, state: 'failed' }))).toEqual({
    device,
    state: 'failed',
  })
  expect(readView(new URLSearchParams('device=x&state=y'))).toEqual({ device: '', state: '' })
})
