// Pins how many database statements and commits a payer waits for.
import { countStatements } from '@invoice-desk/testing/app/statements'
import { openShop, type Shop } from '@invoice-desk/testing/payments/shop'
import { afterAll, beforeAll, expect, it } from 'vitest'

let shop: Shop
beforeAll(async () => {
  // Long enough that no call is repeated.
  shop = await openShop()
  // A job that waits for its turn at QuickBooks would ask for the request's turn too, and that wouldn't be counted.
  await shop.desk.desk.dependencies.jobs.stop()
})
afterAll(() => shop.desk.stop())

const count = async (send: () => Promise<{ status: number }>) => {
  const { statements, commits } = await countStatements(shop.desk, async () =>
    expect(await send()).toMatchObject({ status: 200 }),
  )
  return { statements, commits }
}

it('pays by card', async () => {
  const invoices = await shop.invoices(120.5, 80)
  expect(await count(() => shop.pay(invoices))).toEqual({ statements: 13, commits: 3 })
})

it('starts a wallet payment and captures it', async () => {
  await shop.post('/paypal/switches', { webhooks: 'off' })
  const invoices = await shop.invoices(120.5, 80)
  let orderId = ''
  const start = async () => {
    const answer = await shop.order(invoices)
    orderId = answer.body.id
    return answer
  }
  expect(await count(start)).toEqual({ statements: 12, commits: 2 })
  await shop.answerWindow(orderId, 'approve')
  expect(await count(() => shop.capture(orderId, invoices))).toEqual({
    statements: 13,
    commits: 3,
  })
})
