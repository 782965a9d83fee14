// Tests that what administrators set about the business shows everywhere at once, and is in the audit log.
import { listActivity } from '@invoice-desk/contract/activity/activity'
import { sendVerification } from '@invoice-desk/contract/contractor/contractor'
import { listTransactions } from '@invoice-desk/contract/retailer/retailer'
import {
  getSettings,
  removeLogo,
  saveLogo,
  saveSettings,
} from '@invoice-desk/contract/system/business-settings'
import { LOGO_BYTES_MAX } from '@invoice-desk/contract/values/limits'
import { hostileLogos } from '@invoice-desk/testing/abuse/hostile-logos'
import { openShop, type Shop } from '@invoice-desk/testing/payments/shop'
import { ADMIN, BUSINESS, CONTACT } from '@invoice-desk/testing/people'
import { waitForMail } from '@invoice-desk/testing/sandbox/mailbox'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCurrentSettings } from '../../src/features/system/settings/current-settings.ts'
import { pagesOf } from '../support/pdf-text.ts'
import { change, pageOf, pngOf, readSettings, upload } from '../support/settings.ts'

let shop: Shop
let site: { desk: Shop['desk']; admin: string }
beforeAll(async () => {
  shop = await openShop()
  site = { desk: shop.desk, admin: (await shop.desk.signIn(ADMIN)).idToken }
})
afterAll(() => shop.desk.close())
beforeEach(() => change(site, {}))

const lastEvent = async () =>
  (await site.desk.call(listActivity, { token: site.admin, query: { subject: 'settings' } })).body
    .events[0]

const mailTo = async (email: string) => {
  await site.desk.call(sendVerification, { body: { email } })
  return waitForMail(site.desk, email)
}

const receipt = async () => {
  const { body } = await shop.pay(await shop.invoices(12.5))
  return Buffer.from(await (await fetch(body.receiptUrl)).arrayBuffer())
}

describe('settings', () => {
  it('begin as the environment has them', async () => {
    expect(await readSettings(site)).toMatchObject({
      own: {},
      defaults: {
        ...{ businessName: BUSINESS, contactEmail: CONTACT, businessAddress: [] },
        ...{ approvalNotices: 'each', paymentMethods: ['stripe', 'paypal'] },
        retailerList: 'public',
      },
      payableMethods: ['stripe', 'paypal'],
    })
  })

  it('show on pages, in emails and on receipts, until they follow the environment again', async () => {
    const own = {
      businessName: 'Finch & <Sons> __PAGE_SETTINGS__',
      businessColor: '#7b1fa2',
      businessAddress: ['1 Pier Road', 'Salem, MA 01970'],
      contactEmail: 'help@finch.example',
      businessTimeZone: 'Asia/Tokyo',
    }
    const saved = await change(site, own)
    expect([saved.status, saved.body.own]).toEqual([200, own])
    const html = await pageOf(site)
    expect(html).toContain('<title>Finch &amp; &lt;Sons&gt; __PAGE_SETTINGS__</title>')
    expect(html).toContain(
      '"businessName":"Finch & \\u003cSons> __PAGE_SETTINGS__","contactEmail":"help@finch.example","timeZone":"Asia/Tokyo","color":"#7b1fa2"',
    )
    const mail = await mailTo('vera@vendor.example')
    expect(mail.subject).toContain(own.businessName)
    expect(mail.from).toContain(own.businessName)
    expect(mail.html).toContain('background:#7b1fa2')
    expect(mail.text).toContain('1 Pier Road\nSalem, MA 01970\nhelp@finch.example')
    const [page = ''] = pagesOf(await receipt())
    for (const text of [own.businessName, '1 Pier Road', 'help@finch.example'])
      expect(page).toContain(text)

    await change(site, {})
    expect(await pageOf(site)).toContain(`"businessName":"${BUSINESS}"`)
  })

  it('are in the audit log with what they were before', async () => {
    await change(site, { businessName: 'Finch', retailerList: 'staff', paymentMethods: ['stripe'] })
    const text = `changed the business name from "${BUSINESS}" to "Finch"; changed the payment methods from Credit Card and PayPal to Credit Card; changed the access to purchases from everyone to staff`
    expect(await lastEvent()).toMatchObject({
      ...{ actor: ADMIN, text: 'changed the settings', detail: text },
    })
    const { body } = await change(site, { retailerList: 'staff', paymentMethods: ['stripe'] })
    const { detail, id } = await lastEvent()
    expect(detail).toBe(`changed the business name from "Finch" to "${BUSINESS}" (default)`)
    // Nothing to record.
    const again = await change(site, { retailerList: 'staff', paymentMethods: ['stripe'] })
    expect(again.body.version).toBe(body.version)
    expect((await lastEvent()).id).toBe(id)
  })

  it('are not saved over a change that the page has not seen', async () => {
    const { version } = await readSettings(site)
    await change(site, { businessName: 'First' })
    const body = { settings: { businessName: 'Second' }, version }
    const late = await site.desk.call(saveSettings, { token: site.admin, body })
    expect([late.status, late.body.code]).toEqual([409, 'changed_meanwhile'])
    expect((await readSettings(site)).own).toEqual({ businessName: 'First' })
  })

  it.each([
    ['businessName', ' '],
    ['businessColor', 'purple'],
    ['businessAddress', ['1', '2', '3', '4', '5']],
    ['contactEmail', 'nobody'],
    ['businessTimeZone', 'Mars/Olympus'],
    ['approvalNotices', 'hourly'],
    ['paymentMethods', ['cash']],
    ['retailerList', 'no one'],
  ])('refuse an invalid %s', async (name, value) => {
    const { status, body } = await change(site, { [name]: value })
    expect([status, body.code]).toEqual([400, 'invalid_input'])
    expect(body.field).toMatch(new RegExp(`^settings\\.${name}`))
  })

  it('are for administrators only', async () => {
    for (const endpoint of [getSettings, saveSettings, saveLogo, removeLogo]) {
      const { status, body } = await site.desk.call(endpoint, { token: shop.token })
      expect([status, body.code]).toEqual([403, 'admin_required'])
    }
  })

  it('reach other processes, which ignore what they do not understand', async () => {
    const { settings, database, log } = shop.desk.desk.dependencies
    const other = createCurrentSettings({ environment: settings.environment, database, log })
    await other.refresh()
    await change(site, { businessName: 'Finch' })
    expect(other.config.businessName).toBe(BUSINESS)
    await other.refresh()
    expect(other.config.businessName).toBe('Finch')
    // As a later version in another process might write it.
    const stored = {
      ...{ businessName: 'Later', businessColor: 'rainbow', mood: 'sunny' },
      ...{ retailerList: 'admins', paymentMethods: ['stripe', 'ach'] },
    }
    await database.db.execute(
      sql`UPDATE stored_settings SET version = version + 1, settings = ${JSON.stringify(stored)}`,
    )
    await settings.refresh()
    const html = await pageOf(site)
    expect(html).toContain('"businessName":"Later"')
    expect(html).toContain(`"color":"${settings.environment.businessColor}"`)
    // Nothing opens because of that.
    expect(html).toContain('"paymentMethods":["stripe"]')
    expect((await site.desk.call(listTransactions)).status).toBe(401)
    const saved = await change(site, { businessName: 'Finch' })
    expect(saved.body.own).toEqual({ businessName: 'Finch' })
    const [row] = await shop.query(sql`SELECT settings FROM stored_settings`)
    expect(row?.settings).toEqual({ businessName: 'Finch', mood: 'sunny' })
    // As after restoring a database from before the first change.
    await database.db.execute(sql`DELETE FROM stored_settings`)
    expect(await readSettings(site)).toMatchObject({ own: {}, version: 0 })
  })
})

describe('an uploaded logo', () => {
  const LOGO = pngOf({ width: 7, height: 3 })

  it('is on pages, in emails and on receipts, with a URL of its own', async () => {
    const saved = await upload(site, LOGO)
    expect([saved.status, saved.body.logo]).toEqual([
      200,
      { url: expect.stringMatching(/^\/brand\/logo\?v=\w+$/), isOwn: true },
    ])
    const { url } = saved.body.logo
    expect(await pageOf(site)).toContain(`"logoUrl":"${url}"`)
    const response = await fetch(`${site.desk.url}${url}`)
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await response.arrayBuffer())).toEqual(LOGO)
    const mail = await mailTo('logo@vendor.example')
    const frame = await fetch(`${site.desk.sandbox.url}/mail/messages/${mail.id}/html`)
    expect(await frame.text()).toContain(`base64,${LOGO.toString('base64')}`)
    expect((await receipt()).toString('latin1')).toMatch(/\/Subtype \/Image[^>]*\/Width 7\n/)
    const { text, detail } = await lastEvent()
    expect([text, detail]).toEqual(['changed the logo', 'uploaded a PNG of 7 × 3 pixels'])

    const next = await upload(site, pngOf({ width: 9, height: 3 }))
    expect(next.body.logo.url).not.toBe(url)
    const outdated = await fetch(`${site.desk.url}${url}`)
    expect(outdated.headers.get('cache-control')).toBe('no-cache')

    const removed = await site.desk.call(removeLogo, { token: site.admin })
    expect(removed.body.logo).toBeUndefined()
    expect(await pageOf(site)).not.toContain('logoUrl')
    expect((await fetch(`${site.desk.url}/brand/logo`)).status).toBe(404)
    expect((await lastEvent()).detail).toBe('removed the uploaded logo')
  })

  it.each<[string, Buffer, string]>([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'PNG or JPEG'],
    ['an interlaced PNG', pngOf({ width: 7, height: 3, interlacing: 1 }), 'without interlacing'],
    ['missing pixels', pngOf({ width: 7, height: 3, pixels: Buffer.alloc(9) }), 'on receipts'],
    ['an unknown filter', pngOf({ width: 1, height: 1, pixels: Buffer.from([9, 0, 0]) }), 'Save'],
    ['a PNG that breaks off', LOGO.subarray(0, 40), 'on receipts'],
    ['a JPEG without a picture', Buffer.from('ffd8ffe000104a464946', 'hex'), 'on receipts'],
    ['too many pixels', pngOf({ width: 1_000, height: 501 }), '500,000 pixels'],
    ...hostileLogos().map(({ what, content }): [string, Buffer, string] => [
      what,
      content,
      'on receipts',
    ]),
  ])('is refused if it is or has %s', async (_what, content, text) => {
    const { status, body } = await upload(site, content)
    expect([status, body.code, body.field]).toEqual([400, 'file_type_refused', 'file'])
    expect(body.error).toContain(text)
  })

  it('is refused if there is none or it is too large', async () => {
    expect(await upload(site, Buffer.alloc(0))).toMatchObject({
      ...{ status: 400, body: { code: 'invalid_input', field: 'file' } },
    })
    const { status, body } = await upload(site, Buffer.alloc(LOGO_BYTES_MAX + 1))
    expect([status, body.error]).toEqual([
      413,
      'This file is larger than 200 kB. Choose a smaller one.',
    ])
  })
})
