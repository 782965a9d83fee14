// Tests looking up the vendor of a verified email, and the bill account of a vendor for staff.

import { checkVendor } from '@invoice-desk/contract/contractor/contractor'
import { addAccount, changeAccount } from '@invoice-desk/contract/identity/accounts'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { addContractor, addToken, mapVendor } from '@invoice-desk/testing/contractor/contractors'
import { ADMIN, STAFF } from '@invoice-desk/testing/people'
import { verifyByMail } from '@invoice-desk/testing/sandbox/mailbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let desk: TestDesk
beforeAll(async () => {
  desk = await startTestDesk()
})
afterAll(() => desk.close())

describe('check-vendor', () => {
  const check = (email: string, auth_type: string, token?: string) =>
    desk.call(checkVendor, { body: { email, auth_type }, ...(token ? { token } : {}) })

  it("returns a contractor's own vendor", async () => {
    const { email, vendor, token } = await addContractor(desk)
    const { status, body } = await check(email.toUpperCase(), 'local', token)
    expect([status, body]).toEqual([200, { vendor }])
  })

  it('tells an unapproved contractor what to do', async () => {
    const email = 'not-yet@vendor.example'
    const { status, body } = await check(email, 'local', await verifyByMail(desk, email))
    expect([status, body.error]).toEqual([
      403,
      'You need to be an approved contractor before submitting invoices. Please check the spelling or contact our office.',
    ])
    await mapVendor(desk, email, 'Now Approved')
    const again = await check(email, 'local', await addToken(desk, email))
    expect(again.body).toEqual({ vendor: 'Now Approved' })
  })

  it("refuses another contractor's email", async () => {
    const [one, other] = [await addContractor(desk), await addContractor(desk)]
    const { status, body } = await check(other.email, 'local', one.token)
    expect([status, body.code]).toEqual([403, 'other_email'])
    expect(JSON.stringify(body)).not.toContain(other.vendor)
  })

  it('refuses missing, wrong and expired tokens with the errors the page expects', async () => {
    const { email } = await addContractor(desk)
    const expired = await addToken(desk, email, { expiresAt: new Date(0) })
    expect((await check(email, 'local')).body.error).toBe('No token provided')
    expect((await check(email, 'local', 'wrong')).body.error).toBe('Invalid token')
    expect((await check(email, 'local', expired)).body.error).toBe('Token has expired')
  })

  it('returns the bill account of a vendor email to staff', async () => {
    const { email } = await addContractor(desk, undefined, {
      qbBillAccount: 'Cost of Goods Sold:Subcontractors',
    })
    const { idToken } = await desk.signIn(STAFF)
    const found = await check(email, 'google', idToken)
    expect([found.status, found.body]).toEqual([
      200,
      { success: true, qb_bill_account: 'Cost of Goods Sold:Subcontractors' },
    ])
    const missing = await check('unmapped@vendor.example', 'google', idToken)
    expect([missing.status, missing.body.success, missing.body.error]).toEqual([
      404,
      false,
      'Vendor mapping not found',
    ])
  })

  it('keeps contractors and staff apart', async () => {
    const { email, token } = await addContractor(desk)
    const { idToken } = await desk.signIn(STAFF)
    expect((await check(email, 'google', token)).body.code).toBe('sign_in_required')
    expect((await check(email, 'local', idToken)).body.code).toBe('token_invalid')
    expect((await check(email, 'google', `${idToken}x`)).body.code).toBe('sign_in_required')
    expect((await check(email, 'other', token)).body.code).toBe('invalid_input')
  })

  it('is for staff who approve invoices or manage vendors', async () => {
    const { idToken: admin } = await desk.signIn(ADMIN)
    const fay = 'fay.fewer@harborfinch.example'
    await desk.call(addAccount, { token: admin, body: { email: fay, tools: ['connections'] } })
    const { email } = await addContractor(desk)
    const { idToken } = await desk.signIn(fay)
    expect((await check(email, 'google', idToken)).body.code).toBe('tool_not_enabled')
    const tools = ['connections', 'approve_invoice']
    const change = { email: fay, name: '', admin: false, tools, version: 1, disabled: false }
    await desk.call(changeAccount, { token: admin, body: change })
    expect((await check(email, 'google', idToken)).body.success).toBe(true)
  })
})
