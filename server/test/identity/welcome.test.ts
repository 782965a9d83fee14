// Tests the email that welcomes someone with a new account, and who hasn't signed in yet.
import { addAccount, changeAccount, listAccounts } from '@invoice-desk/contract/identity/accounts'
import { ADMIN_EXPLANATION, ROLES, TOOL_EXPLANATIONS } from '@invoice-desk/contract/identity/roles'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { ADMIN, CONTACT } from '@invoice-desk/testing/people'
import { askSandbox, setFault } from '@invoice-desk/testing/sandbox/control'
import { mailsTo, waitForMail } from '@invoice-desk/testing/sandbox/mailbox'
import { waitFor } from '@invoice-desk/testing/wait-for'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

let desk: TestDesk
let token: string
beforeAll(async () => {
  desk = await startTestDesk({ BUSINESS_NAME: 'Finch <b>&</b> Co' })
  token = (await desk.signIn(ADMIN)).idToken
})
afterAll(() => desk.close())

const db = () => desk.desk.dependencies.database.db

const add = async (name: string, fields: object) => {
  const email = `${name}@harborfinch.example`
  const { status, body } = await desk.call(addAccount, {
    token,
    body: { email, tools: [], welcome: true, ...fields },
  })
  expect([status, body.error]).toEqual([200, undefined])
  return email
}

const jobsFor = async (email: string) => {
  const { rows } = await db().execute(
    sql`SELECT id, state, retry_count FROM jobs.job WHERE name = 'welcome-mail' AND data->>'email' = ${email} ORDER BY created_on`,
  )
  return rows
}

const eventsOf = async (email: string) => {
  const { rows } = await db().execute(
    sql`SELECT action, details->'welcome' AS welcome FROM audit_event WHERE subject_id = ${email} ORDER BY id`,
  )
  return rows
}

it('says who added the account, how to sign in, and what the person can do', async () => {
  const email = await add('bea', { ...ROLES.bookkeeper, name: 'Bea <i>Quill</i>' })
  const mail = await waitForMail(desk, email)
  expect(mail).toMatchObject({
    to: email,
    subject: 'Your Invoice Desk account at Finch <b>&</b> Co',
  })
  const { create_vendor, pay_invoice, connections, import_transactions } = TOOL_EXPLANATIONS
  const text = mail.text.replace(/\s+/g, ' ')
  for (const part of [
    `Hi Bea <i>Quill</i>, ${ADMIN} set up an account for you in Invoice Desk, where Finch`,
    `Sign in with your Google account ${email}.`,
    "Your role is Bookkeeper. Here's what you can do:",
    `- ${create_vendor.text} - ${pay_invoice.text}`,
    `- ${connections.text} - ${import_transactions.text}`,
  ]) {
    expect(text).toContain(part)
  }
  expect(text).not.toContain(TOOL_EXPLANATIONS.approve_invoice.text)
  expect(mail.html).toContain(`Questions? Write to <a href="mailto:${ADMIN}"`)
  expect(`${mail.text}${mail.html}`).not.toContain(CONTACT)
  expect(mail.html).toContain('Hi Bea &lt;i&gt;Quill')
  expect(mail.links).toContain(`${desk.url}/auth?redirect=%2Foverview`)
  // Nothing in it signs anyone in.
  expect(`${mail.text}${mail.html}`).not.toMatch(/[?&](token|code|state)=/)
  expect(await eventsOf(email)).toEqual([{ action: 'account_added', welcome: true }])
})

it('shows the business name as text, and only tools that give access', async () => {
  const email = await add('hugo', ROLES.administrator)
  const mail = await waitForMail(desk, email)
  expect(mail.html).toContain('Finch &lt;b&gt;&amp;&lt;/b&gt; Co')
  expect(mail.html).not.toContain('<b>')
  expect(mail.text).toContain(ADMIN_EXPLANATION)
  // Submit invoice gives no access.
  expect(mail.text).not.toContain('home page')
})

it('adds the account while email is down, and retries with the same message id', async () => {
  const email = 'rhea@harborfinch.example'
  await setFault(desk, { provider: 'mail', mode: 'error', match: email })
  await add('rhea', {})
  const [first] = await jobsFor(email)
  const mail = await waitForMail(desk, email)
  expect(mail.messageId).toMatch(new RegExp(`^<welcome-${first?.id}@`))
  expect(await jobsFor(email)).toMatchObject([{ id: first?.id, retry_count: 1 }])
  expect(mail.text).toContain(`No tools are enabled for your account yet. Ask ${ADMIN}`)
}, 60_000)

it('is neither sent nor recorded unless asked for, or for a disabled account', async () => {
  const email = await add('quinn', { welcome: false })
  expect(await jobsFor(email)).toEqual([])
  const change = { email, tools: [], disabled: true, welcome: true, version: 1 }
  expect((await desk.call(changeAccount, { token, body: change })).status).toBe(200)
  expect(await jobsFor(email)).toEqual([])
  expect(await eventsOf(email)).toEqual([
    { action: 'account_added', welcome: false },
    { action: 'account_changed', welcome: false },
  ])
})

it('can be sent again, with the current tools, to someone who has not signed in', async () => {
  const email = await add('gus', ROLES.approver)
  const first = await waitForMail(desk, email)
  const notSignedIn = async () => (await desk.call(listAccounts, { token })).body.notSignedIn
  expect(await notSignedIn()).toContain(email)
  const body = { email, ...ROLES.bookkeeper, disabled: false, welcome: true, version: 1 }
  expect((await desk.call(changeAccount, { token, body })).status).toBe(200)
  const second = await waitFor(async () => {
    const [newest, older] = await mailsTo(desk, email)
    if (!newest || !older) throw new Error('no second email')
    return newest
  })
  expect(second.text).toContain(TOOL_EXPLANATIONS.create_vendor.text)
  expect(second.messageId).not.toBe(first.messageId)

  await askSandbox(desk.sandbox, 'POST', '/google/accounts', { email })
  await desk.signIn(email)
  expect(await notSignedIn()).not.toContain(email)
})
