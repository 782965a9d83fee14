// The card field and bank authentication in a real browser, with Stripe's React package and a strict policy.
import type { FrameLocator, Page } from '@playwright/test'
import type Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../src/start.ts'
import { openShop } from '../browser-page.ts'
import { openStripe, paymentOf } from './support.ts'

let sandbox: Sandbox
let stripe: Stripe
const shop = openShop(new URL('shop.js', import.meta.url), async () => {
  ;({ sandbox, stripe } = await openStripe())
  const { STRIPE_JS_URL = '', STRIPE_PUBLISHABLE_KEY = '' } = sandbox.settings.stripe ?? {}
  return {
    origin: sandbox.url,
    settings: { scriptUrl: STRIPE_JS_URL, key: STRIPE_PUBLISHABLE_KEY },
  }
})

let page: Page
let card: FrameLocator
beforeEach(async () => {
  shop.problems.length = 0
  page = await shop.open()
  card = page.frameLocator('iframe[title="Secure card payment input frame"]')
  await textOf('state', 'ready')
})
afterEach(async () => {
  await page.close()
  expect(shop.problems).toEqual([])
})

const textOf = async (id: string, part: string): Promise<string> => {
  const output = page.locator(`#${id}`)
  await output.filter({ hasText: part }).waitFor()
  return (await output.textContent()) ?? ''
}
const number = () => card.getByLabel('Credit or debit card number')
const expiry = () => card.getByLabel('Credit or debit card expiration date')
const cvc = () => card.getByLabel('Credit or debit card CVC/CVV')
const postal = () => card.getByLabel('ZIP')

describe('the card field', () => {
  it('groups digits and moves from input to input while typing', async () => {
    await number().pressSequentially('4242424242424242123012394103')
    expect(await number().inputValue()).toBe('4242 4242 4242 4242')
    expect(await expiry().inputValue()).toBe('12 / 30')
    expect(await cvc().inputValue()).toBe('123')
    expect(await postal().inputValue()).toBe('94103')
    expect(JSON.parse(await textOf('change', '"complete":true'))).toEqual({
      elementType: 'card',
      empty: false,
      complete: true,
      brand: 'visa',
      value: { postalCode: '94103' },
    })
    await page.locator('.StripeElement--complete').waitFor()
  })

  it('creates a payment method that pays, and the page never gets the number', async () => {
    await number().fill('5555555555554444')
    await expiry().fill('1240')
    await cvc().fill('123')
    await postal().fill('94103')
    await page.getByRole('button', { name: 'Pay' }).click()
    const method = JSON.parse(await textOf('result', 'payment_method'))
    expect(method).toMatchObject({
      object: 'payment_method',
      card: { brand: 'mastercard', last4: '4444', exp_month: 12, exp_year: 2040 },
      billing_details: { name: 'Pat Payer', address: { postal_code: '94103' } },
    })
    expect((await stripe.paymentIntents.create(paymentOf(method.id))).status).toBe('succeeded')
    expect(await page.content()).not.toContain('555555')
  })

  it('shows Stripe’s error messages', async () => {
    await number().fill('4242424242424241')
    await textOf('change', 'Your card number is invalid.')
    await number().fill('4242')
    await number().blur()
    await textOf('change', 'Your card number is incomplete.')
    await number().fill('4242424242424242')
    await expiry().fill('0120')
    await textOf('change', 'expiration year is in the past')
    await expiry().fill('1240')
    await page.getByRole('button', { name: 'Pay' }).click()
    expect(JSON.parse(await textOf('result', 'incomplete'))).toEqual({
      type: 'validation_error',
      code: 'incomplete_cvc',
      message: "Your card's security code is incomplete.",
    })
    expect(await cvc().getAttribute('aria-invalid')).toBe('true')
  })

  it('knows brands, their digit groups and their security codes', async () => {
    await number().pressSequentially('378282246310005')
    expect(await number().inputValue()).toBe('3782 822463 10005')
    await textOf('change', '"brand":"amex"')
    await cvc().fill('12345')
    expect(await cvc().inputValue()).toBe('1234')
    await number().fill('6011111111111117')
    await textOf('change', 'discover')
  })

  it('accepts a pasted number, and digits can be changed in the middle', async () => {
    await number().fill('4242-4242-4242-42')
    expect(await number().inputValue()).toBe('4242 4242 4242 42')
    await number().focus()
    for (let n = 0; n < 8; n += 1) await page.keyboard.press('ArrowLeft')
    // The cursor is after the gap that follows the second group.
    await page.keyboard.press('Backspace')
    expect(await number().inputValue()).toBe('4242 4244 2424 2')
    await page.keyboard.type('7')
    expect(await number().inputValue()).toBe('4242 4247 4242 42')
  })

  it('formats dates while typing, and Backspace in an empty input goes back', async () => {
    await expiry().pressSequentially('5')
    expect(await expiry().inputValue()).toBe('05 / ')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    expect(await expiry().inputValue()).toBe('')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('4')
    expect(await number().inputValue()).toBe('4')
    await expiry().fill('3/2031')
    expect(await expiry().inputValue()).toBe('03 / 31')
  })

  it('reports focus, submits on Enter and can be restyled', async () => {
    await number().focus()
    await textOf('state', 'focus')
    await page.keyboard.press('Enter')
    await textOf('result', 'incomplete_number')
    await page.getByRole('button', { name: 'Dark' }).click()
    await textOf('state', 'blur')
    await number().fill('4242')
    const root = card.locator('html')
    await expect.poll(() => root.getAttribute('style')).toContain('--text: #ffffff')
  })

  it('supports autofill', async () => {
    const kinds = [number(), expiry(), cvc(), postal()].map((input) =>
      input.getAttribute('autocomplete'),
    )
    expect(await Promise.all(kinds)).toEqual(['cc-number', 'cc-exp', 'cc-csc', 'postal-code'])
  })

  it('fits a narrow screen', async () => {
    await page.setViewportSize({ width: 300, height: 600 })
    await number().pressSequentially('42424242424242421230')
    await card.getByText('4242', { exact: true }).waitFor()
    await page.keyboard.type('12394103')
    await page.locator('.StripeElement--complete').waitFor()
  })
})

describe('bank authentication', () => {
  const ask = async () => {
    const intent = await stripe.paymentIntents.create(paymentOf('pm_card_threeDSecure2Required'))
    await page.evaluate(`location.hash = 'secret=${intent.client_secret}'`)
    await page.getByRole('button', { name: 'Authenticate' }).click()
    return page.frameLocator('iframe[title="Card authentication"]')
  }

  it('opens in a dialog, and the payment succeeds', async () => {
    const dialog = await ask()
    await dialog.getByRole('button', { name: 'Complete authentication' }).click()
    expect(JSON.parse(await textOf('result', 'payment_intent'))).toMatchObject({
      status: 'succeeded',
    })
    await expect.poll(() => page.locator('dialog').count()).toBe(0)
  })

  it.each(['Fail authentication', 'Cancel'])('ends with an error on “%s”', async (name) => {
    const dialog = await ask()
    await dialog.getByRole('button', { name, exact: true }).click()
    expect(JSON.parse(await textOf('result', 'error'))).toMatchObject({
      code: 'payment_intent_authentication_failure',
      message: expect.stringContaining('We are unable to authenticate your payment method.'),
      payment_intent: { status: 'requires_payment_method' },
    })
  })
})

describe('the script', () => {
  it('returns a payment that needs no authentication', async () => {
    const { STRIPE_PUBLISHABLE_KEY } = sandbox.settings.stripe ?? {}
    const { client_secret } = await stripe.paymentIntents.create(paymentOf('pm_card_visa'))
    const call = `Stripe('${STRIPE_PUBLISHABLE_KEY}').handleNextAction({ clientSecret: '${client_secret}' })`
    expect(await page.evaluate(call)).toMatchObject({ paymentIntent: { status: 'succeeded' } })
  })

  it('refuses a secret key', async () => {
    await expect(page.evaluate(`Stripe('sk_test_1')`)).rejects.toThrow(/publishable key/)
  })
})
