// Every failure of a payment tells the customer whether they were charged, and what to do next.
import { ERRORS, type ErrorCode } from '@invoice-desk/contract/http/errors'
import { NOT_CHARGED_TEXT, paymentAdviceOf } from '@invoice-desk/contract/payments/payment-errors'
import * as payments from '@invoice-desk/contract/payments/payments'
import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../../shared/api/api-error.ts'
import { adviceOf } from './payment-advice.ts'
import { CardError, isDecided, problemOf } from './payment-problem.ts'

const CHARGE =
  /\b(you weren't|card wasn't) charged|we haven't charged you|We don't know (yet )?whether you were charged/i
/** At the start of a sentence, or after a word that leads to it. */
const NEXT =
  /(^|[.:,] |(Please|please don't|or|and|then|can) )(try|search|pay|choose|press|check|wait|use|reload|start|look)\b/i

const ENDPOINTS = [
  ...Object.values(payments.createCardPayment),
  payments.createWalletOrder,
  payments.captureWalletPayment,
  payments.completePayment,
]
const CODES = [...new Set<ErrorCode>(ENDPOINTS.flatMap(({ errors }) => [...errors]))]

const shownFor = (error: unknown, isUncharged = isDecided(error, false)) => {
  const problem = problemOf(error, 'Payment failed', isUncharged)
  return [problem.message, problem.detail, adviceOf(problem)].filter(Boolean).join(' ')
}
const answer = (code: string, text: string, status = 400) =>
  new ApiError(text, { code, status, body: { error: text, code } })

/** These can be refused at any call. */
const ANY_CALL = ['rate_limited', 'invalid_input', 'payload_too_large'] as const

describe('what the customer sees', () => {
  const expectHelp = (shown: string) => {
    expect(shown).toMatch(CHARGE)
    expect(shown.replace(CHARGE, '')).toMatch(NEXT)
    expect(shown.match(/charged/g)).toHaveLength(1)
  }

  const isClear = (code: ErrorCode) => code !== 'payment_unclear'
  it.each([...CODES.filter(isClear), ...ANY_CALL])('for %s', (code) => {
    const { text, status } = ERRORS[code]
    expectHelp(shownFor(answer(code, code === 'payment_failed' ? NOT_CHARGED_TEXT : text, status)))
    // The server has other words for some of them. If they don't say it, the page does.
    const advice = paymentAdviceOf(code)
    if (advice && advice.next === undefined) return
    expectHelp(shownFor(answer(code, 'Your card was declined.', status)))
  })

  it('if no one knows whether a lost payment went through', () => {
    const { text, status } = ERRORS.payment_unclear
    expect(shownFor(answer('payment_unclear', text, status))).toBe(text)
  })

  it('for an answer without a code', () => {
    const error = new ApiError('Payment failed', {
      code: 'refused',
      status: 402,
      body: { error: 'Payment failed' },
    })
    expectHelp(shownFor(error))
  })

  it('if an earlier try may have paid the invoice', () => {
    const { text, status } = ERRORS.invoice_paid
    expect(shownFor(answer('invoice_paid', text, status))).toBe(
      "This invoice has already been paid. You weren't charged for this try. If you paid earlier, look for the receipt in your email.",
    )
  })

  it('when the card service refuses what was typed', () => {
    expect(shownFor(new CardError('Your card number is incomplete.'))).toBe(
      "Your card number is incomplete. You weren't charged. Please try again or use another payment method.",
    )
  })

  it('when only one payment method is on', async () => {
    vi.resetModules()
    vi.stubGlobal('document', {
      querySelector: () => ({ textContent: '{"paymentMethods":["paypal"]}' }),
    })
    const { adviceOf: advise } = await import('./payment-advice.ts')
    vi.unstubAllGlobals()
    expect(advise(problemOf(answer('wallet_failed', 'Failed', 502), '', true))).toBe(
      "You weren't charged. Please try again.",
    )
  })

  it('for a message of the server that already says it', () => {
    const text = "Your card has expired. You weren't charged. Try another card."
    expect(shownFor(answer('payment_declined', text, 402))).toBe(text)
  })
})

describe('claims nothing that isn’t certain', () => {
  it.each([
    new ApiError("We can't reach the server.", { code: 'network' }),
    new ApiError('Bad gateway', { code: 'refused', status: 502 }),
    answer('internal', ERRORS.internal.text, 500),
    answer('unavailable', ERRORS.unavailable.text, 503),
  ])('after $code', (error) => {
    const shown = shownFor(error)
    expect(shown).toContain("We don't know yet whether you were charged.")
    expect(shown).not.toContain("weren't charged")
  })

  it('when a repeated payment finds its method turned off, because the first one may still arrive', () => {
    const error = answer('changed_meanwhile', "We don't accept card payments right now.", 409)
    const shown = shownFor(error, isDecided(error, true))
    expect(shown).toContain("We don't know yet whether you were charged.")
  })

  it('when a repeated payment finds payments paused, because a restored database may have lost the first one', () => {
    const error = answer('payments_paused', ERRORS.payments_paused.text, 503)
    const shown = shownFor(error, isDecided(error, true))
    expect(shown).toContain("We don't know yet whether you were charged.")
    expect(shown).not.toContain("weren't charged")
  })

  it('when PayPal’s window fails', () => {
    const problem = { message: 'PayPal payment failed', isInWallet: true }
    expect(adviceOf(problem)).toMatch(/^We don't know yet whether you were charged\./)
  })
})

it('adds nothing when nothing went wrong', () => {
  expect(adviceOf({ message: 'Canceled.', isNeutral: true })).toBeUndefined()
})
