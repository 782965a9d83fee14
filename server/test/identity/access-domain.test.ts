// Tests the tools of people in the business's domain, who need no account of their own.
import * as accounts from '@invoice-desk/contract/identity/accounts'
import * as identity from '@invoice-desk/contract/identity/identity'
import { TOOLS } from '@invoice-desk/contract/identity/tools'
import { listVendorMappings } from '@invoice-desk/contract/vendors/vendors'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { addContractor } from '@invoice-desk/testing/contractor/contractors'
import { submit } from '@invoice-desk/testing/contractor/submit'
import { ADMIN } from '@invoice-desk/testing/people'
import { askSandbox } from '@invoice-desk/testing/sandbox/control'
import { waitForMail } from '@invoice-desk/testing/sandbox/mailbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const DOMAIN = 'harborfinch.example'

let desk: TestDesk
beforeAll(async () => {
  desk = await startTestDesk({ STAFF_DOMAIN: DOMAIN })
})
afterAll(() => desk.close())

describe('people in the domain', () => {
  /** Signs in someone in the domain who isn't listed by name. */
  const arrive = async (name: string) => {
    const email = `${name}@${DOMAIN}`
    await askSandbox(desk.sandbox, 'POST', '/google/accounts', { email })
    return { email, token: (await desk.signIn(email)).idToken }
  }
  const adminToken = async () => (await desk.signIn(ADMIN)).idToken
  const listed = async (email: string) => {
    const { body } = await desk.call(accounts.listAccounts, { token: await adminToken() })
    return body.accounts.find((account: { email: string }) => account.email === email)
  }
  const toolsOf = async (token: string) => {
    const { status, body } = await desk.call(identity.getAccount, { token })
    return status === 200 ? body.tools : body.code
  }
  const PLAIN = { name: '', admin: false, tools: [], disabled: false, version: 0 }
  const changeOf = (email: string, fields: object) => ({ ...PLAIN, email, ...fields })
  const approversOf = async (): Promise<string> => {
    const contractor = await addContractor(desk)
    await submit(desk, contractor)
    return (await waitForMail(desk, ADMIN, contractor.vendor)).to
  }

  it('get the tools in STAFF_TOOLS, are listed, and get approval emails once they have signed in', async () => {
    const before = `unseen@${DOMAIN}`
    await askSandbox(desk.sandbox, 'POST', '/google/accounts', { email: before })
    expect(await listed(before)).toBeUndefined()
    const { email, token } = await arrive('dora.domain')
    expect(await toolsOf(token)).toEqual(['approve_invoice'])
    expect((await desk.call(listVendorMappings, { token })).body.code).toBe('tool_not_enabled')
    expect(await listed(email)).toEqual({
      email,
      name: 'Dora Domain',
      admin: false,
      tools: ['approve_invoice'],
      disabled: false,
      source: 'domain',
      locked: false,
      version: 0,
    })
    const approvers = await approversOf()
    expect(approvers).toContain(email)
    expect(approvers).not.toContain(before)
  })

  it('get what an administrator grants until they are disabled', async () => {
    const { email, token } = await arrive('gil.granted')
    const admin = await adminToken()
    const grant = changeOf(email, { tools: ['create_vendor'] })
    const granted = await desk.call(accounts.changeAccount, { token: admin, body: grant })
    expect(granted.body).toMatchObject({ source: 'domain', version: 1 })
    // They also lost a tool.
    expect(await toolsOf(token)).toBe('session_expired')
    const taken = await desk.call(accounts.addAccount, { token: admin, body: { email, tools: [] } })
    expect(taken.body.code).toBe('account_exists')
    // Another sign-in doesn't change the grant.
    expect(await toolsOf((await desk.signIn(email)).idToken)).toEqual(['create_vendor'])
    expect(await listed(email)).toMatchObject({ tools: ['create_vendor'], version: 1 })
    expect(await approversOf()).not.toContain(email)

    const disable = changeOf(email, { tools: ['approve_invoice'], disabled: true, version: 1 })
    await desk.call(accounts.changeAccount, { token: admin, body: disable })
    expect(await toolsOf(token)).toBe('account_disabled')
    expect(await approversOf()).not.toContain(email)
  })

  it('lose their accounts when the domain setting changes', async () => {
    const plain = await arrive('lea.leaves')
    const granted = await arrive('abe.able')
    const admin = await adminToken()
    const body = changeOf(granted.email, { tools: [...TOOLS], admin: true })
    await desk.call(accounts.changeAccount, { token: admin, body })
    const { staff } = desk.desk.dependencies.config
    staff.domain = 'elsewhere.example'
    try {
      for (const { email, token } of [plain, granted]) {
        expect(await toolsOf(token)).toBe('account_not_provisioned')
        expect(await listed(email)).toBeUndefined()
      }
      const approvers = await approversOf()
      expect(approvers).not.toContain(plain.email)
      expect(approvers).not.toContain(granted.email)
      // An administrator can add such a person again by name.
      const named = { email: plain.email, tools: ['pay_invoice'] }
      const added = await desk.call(accounts.addAccount, { token: admin, body: named })
      expect(added.body).toMatchObject({ source: 'accounts', version: 1 })
      expect(await toolsOf(plain.token)).toEqual(['pay_invoice'])
    } finally {
      staff.domain = DOMAIN
    }
    expect(await toolsOf(granted.token)).toEqual(TOOLS)
    expect(await toolsOf(plain.token)).toEqual(['pay_invoice'])
  })

  it('are reset when they sign in through another domain, but stay disabled if they were', async () => {
    const granted = await arrive('max.moved')
    const disabled = await arrive('dan.disabled')
    const admin = await adminToken()
    for (const [{ email }, fields] of [
      [granted, { admin: true }],
      [disabled, { disabled: true }],
    ] as const) {
      const body = changeOf(email, { tools: [...TOOLS], ...fields })
      expect((await desk.call(accounts.changeAccount, { token: admin, body })).status).toBe(200)
    }
    const { pool } = desk.desk.dependencies.database
    await pool.query(`UPDATE staff_account SET domain = 'old.example' WHERE email = ANY($1)`, [
      [granted.email, disabled.email],
    ])
    expect(await toolsOf(granted.token)).toEqual(['approve_invoice'])
    expect(await listed(granted.email)).toBeUndefined()
    expect(await toolsOf(disabled.token)).toBe('account_disabled')
    const { idToken } = await desk.signIn(granted.email)
    expect(await toolsOf(idToken)).toEqual(['approve_invoice'])
    expect((await desk.call(accounts.listAccounts, { token: idToken })).status).toBe(403)
    expect(await listed(granted.email)).toMatchObject({ admin: false, version: 0 })
  })

  it('get changes to STAFF_TOOLS immediately unless an administrator changed their account', async () => {
    const { token } = await arrive('fol.follower')
    const { staff } = desk.desk.dependencies.config
    staff.domainTools = ['pay_invoice', 'connections']
    try {
      expect(await toolsOf(token)).toEqual(['pay_invoice', 'connections'])
    } finally {
      staff.domainTools = ['approve_invoice']
    }
  })
})
