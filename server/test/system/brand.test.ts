// Tests the business's color and logo on pages, emails and receipts.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sendVerification } from '@invoice-desk/contract/contractor/contractor'
import { DEFAULT_COLOR } from '@invoice-desk/contract/values/accent-scale'
import { openShop, type Shop } from '@invoice-desk/testing/payments/shop'
import { waitForMail } from '@invoice-desk/testing/sandbox/mailbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/settings/config.ts'

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const folder = mkdtempSync(join(tmpdir(), 'invoice-desk-brand-'))
const logo = join(folder, 'logo.png')
let shop: Shop
beforeAll(async () => {
  writeFileSync(logo, PNG)
  shop = await openShop({ BUSINESS_COLOR: '#7B1FA2', BUSINESS_LOGO: logo })
})
afterAll(async () => {
  await shop.desk.close()
  rmSync(folder, { recursive: true })
})

describe('a business with a color and a logo', () => {
  it('has both on its pages, and the logo as its tab icon', async () => {
    const html = await (await fetch(shop.desk.url)).text()
    expect(html).toContain('"color":"#7b1fa2"')
    expect(html).toMatch(/"logoUrl":"\/brand\/logo\?v=\w+"/)
    expect(html).toMatch(/href="\/brand\/logo\?v=\w+"/)
  })

  it('serves the logo as an image that cannot run scripts', async () => {
    const response = await fetch(`${shop.desk.url}/brand/logo`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'.*frame-ancestors 'none'$/,
    )
    expect(Buffer.from(await response.arrayBuffer())).toEqual(PNG)
  })

  it('sends emails in its color and with its logo', async () => {
    await shop.desk.call(sendVerification, { body: { email: 'vera@vendor.example' } })
    const mail = await waitForMail(shop.desk, 'vera@vendor.example')
    expect(mail.html).toContain('background:#7b1fa2')
    expect(mail.html).not.toContain(DEFAULT_COLOR)
    const frame = await fetch(`${shop.desk.sandbox.url}/mail/messages/${mail.id}/html`)
    expect(await frame.text()).toContain(`src="data:image/png;base64,${PNG.toString('base64')}"`)
  })

  it('puts its logo on receipts', async () => {
    const { body } = await shop.pay(await shop.invoices(12.5))
    const file = Buffer.from(await (await fetch(body.receiptUrl)).arrayBuffer())
    expect(file.toString('latin1')).toMatch(/\/Subtype \/Image[^>]*\/Width 1\n/)
  })
})

it.each([
  [{ BUSINESS_COLOR: 'purple' }, 'BUSINESS_COLOR'],
  [{ BUSINESS_COLOR: '#12345' }, 'BUSINESS_COLOR'],
  [{ BUSINESS_LOGO: join(folder, 'none.png') }, 'BUSINESS_LOGO'],
  [{ BUSINESS_LOGO: import.meta.filename }, 'BUSINESS_LOGO'],
])('refuses to start with %j', (settings, name) => {
  expect(() => readConfig(settings)).toThrow(new RegExp(name))
})
