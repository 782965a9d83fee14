// The PayPal button and the payer's window in a real browser, with PayPal's React package and a strict policy.
import type { OrdersController } from '@paypal/paypal-server-sdk'
import type { Page } from '@playwright/test'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../src/start.ts'
import { openShop } from '../browser-page.ts'
import { newRequestId, openPayPal, orderOf, refusalOf } from './support.ts'

let sandbox: Sandbox
let orders: OrdersController
const shop = openShop(new URL('shop.js', import.meta.url), async () => {
  ;({ sandbox, orders } = await openPayPal())
  const { PAYPAL_JS_URL = '', PAYPAL_CLIENT_ID = '' } = sandbox.settings.paypal ?? {}
  return {
    origin: sandbox.url,
    settings: { scriptUrl: PAYPAL_JS_URL, clientId: PAYPAL_CLIENT_ID, nonce: 'cGF5cGFs' },
  }
})

let page: Page
beforeEach(async () => {
  shop.problems.length = 0
  page = await shop.open()
  await untilLog('init')
})
afterEach(async () => {
  await page.close()
  expect(shop.problems).toEqual([])
})

const untilLog = async (part: string) => {
  await page.locator('#log').filter({ hasText: part }).waitFor()
  return page.locator('#log').textContent()
}
const button = () =>
  page.frameLocator('iframe[title="PayPal"]').getByRole('button', { name: 'PayPal' })
const choose = (name: string) =>
  page
    .frameLocator('iframe[title="PayPal checkout"]')
    .getByRole('button', { name, exact: true })
    .click()

/** Creates an order, fills in the form and clicks the button. */
const begin = async (extra = '') => {
  const { result } = await orders.createOrder({ body: orderOf(), paypalRequestId: newRequestId() })
  const id = result.id ?? ''
  await page.evaluate(`location.hash = 'order=${id}&${extra}'`)
  await page.getByRole('button', { name: 'Fill in' }).click()
  await page.frameLocator('iframe[title="PayPal"]').locator('[aria-disabled=false]').waitFor()
  await button().click()
  return id
}
const capture = (id: string) => orders.captureOrder({ id, paypalRequestId: newRequestId() })

describe('the PayPal button', () => {
  it('opens nothing until the page enables it', async () => {
    await page.frameLocator('iframe[title="PayPal"]').locator('[aria-disabled=true]').waitFor()
    await button().click({ force: true })
    expect(await untilLog('click')).toBe('init, click')
    expect(await page.locator('dialog').count()).toBe(0)
  })

  it('opens the window and approves an order that can be captured', async () => {
    const id = await begin()
    await choose('Pay now')
    expect(await untilLog('approve')).toBe(`init, click, create, approve ${id} 13`)
    await expect.poll(() => page.locator('dialog').count()).toBe(0)
    expect((await capture(id)).result.status).toBe('COMPLETED')
  })

  it('reports a payer who cancels, and can be clicked again', async () => {
    const id = await begin()
    await choose('Cancel and return')
    expect(await untilLog('cancel')).toBe(`init, click, create, cancel ${id}`)
    await button().click()
    await choose('Pay now')
    await untilLog('approve')
  })

  it('opens the window again when the page restarts it', async () => {
    const id = await begin('restart')
    await choose('Decline card')
    await untilLog('approve')
    expect(await refusalOf(capture(id))).toMatchObject({ issues: ['INSTRUMENT_DECLINED'] })
    await choose('Pay now')
    await untilLog(`approve ${id} 13, approve ${id} 13`)
    expect((await capture(id)).result.status).toBe('COMPLETED')
  })

  it("reports an order that couldn't be created", async () => {
    await page.getByRole('button', { name: 'Fill in' }).click()
    await page.frameLocator('iframe[title="PayPal"]').locator('[aria-disabled=false]').waitFor()
    await button().click()
    expect(await untilLog('error')).toBe('init, click, error No order today')
    expect(await page.locator('dialog').count()).toBe(0)
  })

  it("needs the page's nonce for its inline script and style", async () => {
    const strict = await shop.open('?withoutNonce')
    await expect.poll(() => shop.problems.join()).toMatch(/inline script.*inline style/s)
    expect(await strict.locator('iframe').count()).toBe(0)
    await strict.close()
    shop.problems.length = 0
  })

  it('works with the keyboard', async () => {
    const id = await begin()
    await choose('Cancel and return')
    await untilLog('cancel')
    await button().focus()
    await page.keyboard.press('Enter')
    const pay = page
      .frameLocator('iframe[title="PayPal checkout"]')
      .getByRole('button', { name: 'Pay now' })
    await pay.focus()
    await page.keyboard.press('Enter')
    await untilLog(`approve ${id}`)
  })
})
