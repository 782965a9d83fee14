// Lists who may call each route, so a new one needs a decision here.
import type { Endpoint } from '@invoice-desk/contract/http/endpoint'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { ADMIN, STAFF } from '@invoice-desk/testing/people'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { RATE_LIMITS } from '../../src/http/rate-limits.ts'

let desk: TestDesk
beforeAll(async () => {
  desk = await startTestDesk({ METRICS_TOKEN: 'a-scraper-with-a-token' })
})
afterAll(() => desk.close())

const openApi = { method: 'GET', path: '/api/openapi.json' } as unknown as Endpoint

const readTable = async () => {
  const { body } = await desk.call(openApi)
  return Object.entries<Record<string, { description: string }>>(body.paths).flatMap(
    ([path, operations]) =>
      Object.entries(operations).map(([method, { description }]) => ({
        method: method.toUpperCase(),
        path,
        access: description.replace('Access: ', ''),
      })),
  )
}

it('has exactly these routes, each with its access', async () => {
  const table = (await readTable())
    .map(({ method, path, access }) => `${access.padEnd(22)} ${method.padEnd(6)} ${path}`)
    .sort()
  expect(`\n${table.join('\n')}\n`).toMatchInlineSnapshot(`
    "
    admin                  DELETE /api/settings/logo
    admin                  GET    /api/accounts
    admin                  GET    /api/activity
    admin                  GET    /api/activity.csv
    admin                  GET    /api/approval-rules
    admin                  GET    /api/health/services
    admin                  GET    /api/settings
    admin                  GET    /api/settings/erasable
    admin                  POST   /api/accounts
    admin                  POST   /api/accounts/google-account
    admin                  POST   /api/accounts/sign-out
    admin                  POST   /api/approval-rules/preview
    admin                  POST   /api/health/services
    admin                  POST   /api/health/test-email
    admin                  POST   /api/settings/logo
    admin                  PUT    /api/accounts
    admin                  PUT    /api/approval-rules
    admin                  PUT    /api/health/go-live
    admin                  PUT    /api/settings
    contractor             GET    /api/cup/bill-messages
    contractor             GET    /api/cup/bill-timeline
    contractor             GET    /api/cup/vendor-bills.csv
    contractor             POST   /api/cup/bill-messages
    contractor             POST   /api/cup/resubmit-invoice
    contractor             POST   /api/cup/sign-out
    contractor             POST   /api/cup/submit-invoice
    contractor             POST   /api/cup/vendor-bills
    contractor             POST   /api/cup/vendor-details-link
    contractor             POST   /api/cup/withdraw-invoice
    contractor-or-staff    POST   /api/cup/check-vendor
    metrics                GET    /api/metrics
    provider               POST   /api/paypal/webhook
    provider               POST   /api/qbo/webhook
    provider               POST   /api/stripe/webhook
    public                 GET    /api/auth/google/start
    public                 GET    /api/files
    public                 GET    /api/health
    public                 GET    /api/openapi.json
    public                 GET    /api/payments/receipt
    public                 GET    /api/qbo/invoice-pdf
    public                 GET    /api/qbo/statement-csv
    public                 GET    /api/qbo/statement-pdf
    public                 POST   /api/auth/google/renew
    public                 POST   /api/auth/google/validate
    public                 POST   /api/auth/sign-out
    public                 POST   /api/cup/send-verification
    public                 POST   /api/cup/verify-token
    public                 POST   /api/health/probe
    public                 POST   /api/payments/cancel
    public                 POST   /api/payments/complete
    public                 POST   /api/paypal/capture-payment
    public                 POST   /api/paypal/create-order
    public                 POST   /api/qbo/customer-pass/email
    public                 POST   /api/qbo/customer-pass/link
    public                 POST   /api/qbo/customer-pass/zip
    public                 POST   /api/qbo/invoice-details
    public                 POST   /api/qbo/payment-history
    public                 POST   /api/qbo/search-invoice
    public                 POST   /api/stripe/create-payment
    public                 POST   /api/vendor-details
    public                 POST   /api/vendor-details/open
    retailer               GET    /api/amazon/export-transactions
    retailer               GET    /api/amazon/list-transactions
    retailer               POST   /api/amazon/verify-challenge
    staff                  DELETE /api/account/sessions
    staff                  DELETE /api/saved-views
    staff                  GET    /api/account
    staff                  GET    /api/account/sessions
    staff                  GET    /api/auth/qbo/validate
    staff                  GET    /api/overview/attention
    staff                  GET    /api/overview/counts
    staff                  GET    /api/preferences
    staff                  GET    /api/protected-endpoint
    staff                  GET    /api/qbo/copy
    staff                  GET    /api/saved-views
    staff                  GET    /api/search
    staff                  POST   /api/saved-views
    staff                  PUT    /api/preferences
    tool:approve_invoice   GET    /api/cup/invoices
    tool:approve_invoice   GET    /api/cup/invoices.csv
    tool:approve_invoice   GET    /api/cup/pending-invoices
    tool:approve_invoice   GET    /api/cup/task-messages
    tool:approve_invoice   GET    /api/overview/decision-time
    tool:approve_invoice   GET    /api/overview/money-out
    tool:approve_invoice   GET    /api/overview/waiting
    tool:approve_invoice   GET    /api/qbo/bill
    tool:approve_invoice   GET    /api/qbo/bills-to-void
    tool:approve_invoice   POST   /api/cup/approve-invoice
    tool:approve_invoice   POST   /api/cup/task-messages
    tool:approve_invoice   POST   /api/qbo/bill
    tool:approve_invoice   POST   /api/qbo/bills-to-void
    tool:approve_invoice|create_vendor GET    /api/qbo/list-vendors
    tool:approve_invoice|create_vendor|connections POST   /api/qbo/copy
    tool:approve_invoice|pay_invoice GET    /api/overview/figures
    tool:connections       GET    /api/auth/qbo/start
    tool:connections       GET    /api/jobs/failed
    tool:connections       POST   /api/auth/qbo/validate
    tool:connections       POST   /api/jobs/retry
    tool:create_vendor     DELETE /api/cup/vendors
    tool:create_vendor     DELETE /api/vendors/invitations
    tool:create_vendor     GET    /api/cup/vendors
    tool:create_vendor     GET    /api/cup/vendors.csv
    tool:create_vendor     GET    /api/qbo/list-bill-accounts
    tool:create_vendor     GET    /api/qbo/vendor
    tool:create_vendor     GET    /api/vendors/1099
    tool:create_vendor     GET    /api/vendors/1099.csv
    tool:create_vendor     GET    /api/vendors/importable
    tool:create_vendor     GET    /api/vendors/invitations
    tool:create_vendor     GET    /api/vendors/invitations/review
    tool:create_vendor     POST   /api/cup/vendors
    tool:create_vendor     POST   /api/qbo/vendor
    tool:create_vendor     POST   /api/vendors/import
    tool:create_vendor     POST   /api/vendors/invitations
    tool:create_vendor     POST   /api/vendors/invitations/accept
    tool:create_vendor     POST   /api/vendors/invitations/send-back
    tool:create_vendor     PUT    /api/cup/vendors
    tool:import_transactions GET    /api/amazon/import
    tool:import_transactions POST   /api/amazon/import
    tool:mail_relay        GET    /api/mail-relay
    tool:mail_relay        GET    /api/mail-relay/gmail/start
    tool:mail_relay        GET    /api/mail-relay/messages
    tool:mail_relay        POST   /api/mail-relay/devices
    tool:mail_relay        POST   /api/mail-relay/devices/password
    tool:mail_relay        POST   /api/mail-relay/devices/revoke
    tool:mail_relay        POST   /api/mail-relay/devices/test
    tool:mail_relay        POST   /api/mail-relay/gmail/disconnect
    tool:mail_relay        POST   /api/mail-relay/gmail/finish
    tool:mail_relay        POST   /api/mail-relay/messages/resend
    tool:mail_relay        PUT    /api/mail-relay/devices
    tool:pay_invoice       GET    /api/overview/money-in
    tool:pay_invoice       GET    /api/payments/admin/attempt
    tool:pay_invoice       GET    /api/payments/admin/attempts
    tool:pay_invoice       GET    /api/payments/admin/attempts.csv
    tool:pay_invoice       GET    /api/payments/admin/pay-links
    tool:pay_invoice       GET    /api/payments/admin/reconciliations
    tool:pay_invoice       POST   /api/payments/admin/attempt/check
    tool:pay_invoice       POST   /api/payments/admin/attempt/resolve
    tool:pay_invoice       POST   /api/payments/admin/pay-links/revoke
    tool:pay_invoice       POST   /api/payments/admin/reconcile
    tool:pay_invoice       POST   /api/payments/admin/resume
    "
  `)
})

it('refuses every guarded route without a token, and admin routes to staff', async () => {
  const { idToken } = await desk.signIn(STAFF)
  for (const { method, path, access } of await readTable()) {
    if (['public', 'provider', 'retailer'].includes(access)) continue
    const endpoint = { method, path, access, summary: '' } as unknown as Endpoint
    const body = method === 'GET' ? {} : { body: {} }
    const anonymous = await desk.call(endpoint, body)
    expect([path, anonymous.status]).toEqual([path, access === 'metrics' ? 404 : 401])
    if (access !== 'admin') continue
    const staff = await desk.call(endpoint, { ...body, token: idToken })
    expect([path, staff.status, staff.body.code]).toEqual([path, 403, 'admin_required'])
  }
})

it('refuses to start with a route that declares no access', async () => {
  // An app that is already listening refuses new routes, so this needs one that isn't.
  const { createApp } = await import('../../src/app.ts')
  const app = await createApp(desk.desk.dependencies)
  const add = (path: string) => () => app.get(path, async () => 'open to all')
  expect(add('/api/forgotten')).toThrow('/api/forgotten declares no access')
  expect(add('/forgotten')).not.toThrow()
  await app.close()
})

it('shows metrics only to the scraper', async () => {
  const endpoint = { method: 'GET', path: '/api/metrics', access: 'metrics' } as unknown as Endpoint
  const { idToken } = await desk.signIn(ADMIN)
  expect((await desk.call(endpoint, { token: idToken })).status).toBe(404)
  const { status, body } = await desk.call(endpoint, { token: 'a-scraper-with-a-token' })
  expect(status).toBe(200)
  expect(body).toContain('http_request_duration_seconds')
})

it('gives an address only a few guesses at the token of the scraper', async () => {
  const endpoint = { method: 'GET', path: '/api/metrics', access: 'metrics' } as unknown as Endpoint
  const from = '192.0.2.77'
  const ask = async (token: string, from: string) =>
    (await desk.call(endpoint, { token, from })).status
  for (let guess = 0; guess < RATE_LIMITS.metrics_guesses.points; guess += 1)
    expect(await ask(`a-scraper-with-token-${guess}`, from)).toBe(404)
  expect(await ask('a-scraper-with-a-guess', from)).toBe(429)
  expect(await ask('a-scraper-with-a-token', from)).toBe(429)
  expect(await ask('a-scraper-with-a-token', '192.0.2.78')).toBe(200)
})
