import { describe, expect, it } from 'vitest'
import { decide, type SendFailure } from './decide.ts'

const YOUNG = { attempts: 1, isTooOld: false, address: 'office@gmail.com' }
const failure = (fields: Partial<SendFailure>): SendFailure => ({
  provider: 'google',
  kind: 'unavailable',
  providerCode: undefined,
  retryAfterMs: undefined,
  message: 'x',
  whileSending: true,
  ...fields,
})

describe('a message that Gmail did not accept', () => {
  it('fails if Gmail refused it, with what Gmail said', () => {
    const refused = failure({ kind: 'rejected', message: 'Invalid\r\n To header' })
    const problem =
      'Gmail refused the message: Invalid To header. Check the addresses and the message, and send it from the device again.'
    expect(decide(refused, YOUNG)).toEqual({ problem })
    const tooLarge = failure({ kind: 'rejected', providerCode: 'uploadTooLarge' })
    expect(decide(tooLarge, YOUNG).problem).toContain('Send a smaller file')
  })

  it('waits if Google refused something else', () => {
    const refused = failure({ kind: 'rejected', whileSending: false })
    expect(decide(refused, YOUNG)).toMatchObject({ waitSeconds: 5 })
  })

  it.each([
    [1, 5],
    [2, 10],
    [3, 20],
    [10, 2_560],
    [11, 3_600],
    [5_000, 3_600],
  ])('waits longer with each try: %i', (attempts, waitSeconds) => {
    for (const kind of ['unavailable', 'outcome_unknown', 'auth'] as const)
      expect(decide(failure({ kind }), { ...YOUNG, attempts }).waitSeconds).toBe(waitSeconds)
  })

  it.each([
    ['outcome_unknown', true, true],
    ['outcome_unknown', false, undefined],
    ['unavailable', true, undefined],
    ['rate_limited', true, undefined],
    ['auth', true, undefined],
  ] as const)('may be repeated only if Gmail had it: %s %s', (kind, whileSending, expected) => {
    expect(decide(failure({ kind, whileSending }), YOUNG).mayBeRepeated).toBe(expected)
  })

  it.each<[string, Partial<SendFailure>, number, true | undefined]>([
    ['as told', { retryAfterMs: 2_100 }, 3, undefined],
    ['a minute', {}, 60, undefined],
    ['with the whole account if it takes long', { retryAfterMs: 7_200_000 }, 7_200, true],
    [
      'with the whole account at the daily limit',
      { providerCode: 'dailyLimitExceeded' },
      3_600,
      true,
    ],
    ['a day at most', { retryAfterMs: 1e12 }, 86_400, true],
  ])('waits for the quota %s', (_, fields, waitSeconds, pausesMailbox) => {
    const { waitSeconds: waits, pausesMailbox: pauses } = decide(
      failure({ kind: 'rate_limited', ...fields }),
      YOUNG,
    )
    expect([waits, pauses]).toEqual([waitSeconds, pausesMailbox])
  })

  it.each<[string, Partial<SendFailure>, string]>([
    ['no answer', { kind: 'outcome_unknown' }, "We didn't get Gmail's answer."],
    [
      "Gmail's own trouble",
      { kind: 'outcome_unknown', providerCode: 'backendError' },
      'Gmail had a problem and may or may not have sent the message.',
    ],
    [
      'the quota',
      { kind: 'rate_limited' },
      'Gmail accepts no more messages from office@gmail.com for now.',
    ],
    ['the file store', { provider: 'files' }, "We couldn't read the stored message."],
  ])('says why it waits: %s', (_, fields, problem) => {
    expect(decide(failure(fields), YOUNG).problem).toBe(problem)
  })

  it('waits for its Gmail account to be connected', () => {
    const lost = failure({ kind: 'auth', providerCode: 'not_connected', whileSending: false })
    expect(decide(lost, YOUNG)).toMatchObject({ waitSeconds: 3_600, waitsForConsent: true })
  })

  it('fails if it has been tried for too long, and still says whether it may be repeated', () => {
    expect(decide(failure({ kind: 'outcome_unknown' }), { ...YOUNG, isTooOld: true })).toEqual({
      problem: "We tried for 5 days. We didn't get Gmail's answer.",
      mayBeRepeated: true,
    })
  })
})
