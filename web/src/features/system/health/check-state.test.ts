// What the findings of a test add up to.
import type { Finding, Service, ServiceCheck } from '@invoice-desk/contract/system/service-checks'
import { describe, expect, it } from 'vitest'
import { resultText, sortFindings, stateOf, summaryOf, summaryText } from './check-state.ts'

const OK: Finding = { state: 'ok', text: 'It answers.' }
const NOTE: Finding = { state: 'note', text: 'It is a test account.' }
const TO_DO: Finding = { state: 'note', text: 'It is an old version.', fix: 'Update it.' }
const PROBLEM: Finding = { state: 'problem', text: 'The key is wrong.', fix: 'Set it.' }
const SKIPPED: Finding = { state: 'skipped', text: 'The webhook needs the key.' }

const check = (
  findings?: Finding[],
  at = '2026-11-18T10:00:00.000Z',
  service: Service = 'stripe',
) =>
  ({ service, ...(findings && { last: { at, by: 'ada@example.com', findings } }) }) as ServiceCheck

describe('the state of a service', () => {
  it.each([
    ['untested', undefined],
    ['works', [OK, SKIPPED]],
    ['works', [OK, NOTE]],
    ['attention', [OK, NOTE, TO_DO]],
    ['problem', [OK, TO_DO, PROBLEM]],
    ['skipped', [SKIPPED]],
  ])('is %s', (state, findings) => expect(stateOf(check(findings))).toBe(state))

  it('is read out with the first problem', () => {
    expect(resultText(check([OK]))).toBe('Stripe: Works.')
    expect(resultText(check([OK, PROBLEM]))).toBe('Stripe: Problem. The key is wrong.')
  })
})

describe('the findings', () => {
  it('start with problems, and fold what is as it should be or depends on them', () => {
    const { shown, folded } = sortFindings([OK, SKIPPED, TO_DO, PROBLEM])
    expect([shown, folded]).toEqual([
      [PROBLEM, TO_DO],
      [SKIPPED, OK],
    ])
  })

  it('show what was skipped when there is no problem', () => {
    expect(sortFindings([OK, SKIPPED])).toEqual({ shown: [SKIPPED], folded: [OK] })
  })
})

describe('the summary', () => {
  const textOf = (...checks: ServiceCheck[]) => summaryText(summaryOf(checks))

  it('counts what passed, what needs attention, what has a problem and what is not tested', () => {
    expect(textOf(check(), check())).toBe('No service has been tested yet.')
    expect(textOf(check([OK]), check([NOTE]))).toBe('All 2 services passed their last test.')
    expect(textOf(check([OK]), check([TO_DO]), check([PROBLEM]), check(), check())).toBe(
      '1 of 5 services passed their last test. 1 needs attention, 1 has a problem, and 2 aren’t tested yet.',
    )
    expect(textOf(check([OK]), check([SKIPPED]))).toBe(
      '1 of 2 services passed their last test. 1 was skipped.',
    )
  })

  it('is clear without problems when everything is tested', () => {
    const isClear = (...checks: ServiceCheck[]) => summaryOf(checks).isClear
    expect(isClear(check([OK]), check([TO_DO]))).toBe(true)
    // The business can go without these.
    for (const service of ['paypal', 'mail_relay'] as const)
      expect(isClear(check([SKIPPED], undefined, service))).toBe(true)
    expect(isClear(check([SKIPPED]))).toBe(false)
    expect(isClear(check([OK]), check())).toBe(false)
    expect(isClear(check([OK]), check([PROBLEM]))).toBe(false)
  })

  it('has the time of the oldest test', () => {
    const [early, late] = ['2026-11-17T23:00:00.000Z', '2026-11-18T10:00:00.000Z']
    expect(summaryOf([check([OK], late), check(), check([OK], early)]).oldest).toBe(early)
  })
})
