// Testing services from the health page: access, stored results, the test email and the go-live list.
import { type ActivityEvent, listActivity } from '@invoice-desk/contract/activity/activity'
import {
  listServiceChecks,
  SERVICE_NAMES,
  saveGoLiveStep,
  sendTestEmail,
  testService,
} from '@invoice-desk/contract/system/service-checks'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { ADMIN } from '@invoice-desk/testing/people'
import { setFault } from '@invoice-desk/testing/sandbox/control'
import { waitForMail } from '@invoice-desk/testing/sandbox/mailbox'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCheck } from '../../src/features/system/health/run-check.ts'

let desk: TestDesk
let token: string
beforeAll(async () => {
  desk = await startTestDesk()
  token = (await desk.signIn(ADMIN)).idToken
})
afterAll(() => desk.close())

const call = async (endpoint: Parameters<TestDesk['call']>[0], body?: Record<string, unknown>) =>
  (await desk.call(endpoint, { token, ...(body && { body }) })).body
const list = () => call(listServiceChecks)
const lastActions = async () =>
  (await desk.call(listActivity, { token, query: { subject: 'settings' } })).body.events.map(
    ({ text, detail, subject }: ActivityEvent) => [text, detail, subject.link],
  )

describe('testing a service', () => {
  it('finds no problem in a healthy sandbox, and remembers each result', async () => {
    expect((await list()).services).toEqual(SERVICE_NAMES.map((service) => ({ service })))
    for (const service of ['database', 'storage', 'mail', 'public_address']) {
      const tested = await call(testService, { service })
      expect(tested).toMatchObject({ service, last: { by: ADMIN } })
      const states = new Set(tested.last.findings.map(({ state }: { state: string }) => state))
      expect([service, [...states]]).toEqual([service, ['ok']])
      expect((await list()).services).toContainEqual(tested)
    }
  })

  it('joins a test that is running', async () => {
    const [first, second] = await Promise.all([
      call(testService, { service: 'public_address' }),
      call(testService, { service: 'public_address' }),
    ])
    expect(second.last.at).toBe(first.last.at)
  })

  it('shows what another version has stored', async () => {
    const stored = [{ state: 'odd', text: 'Something.', more: 1 }, { text: 7 }, 'x']
    await desk.desk.dependencies.database.db.execute(
      sql`INSERT INTO service_test (service, findings, tested_by) VALUES
        ('stripe', ${JSON.stringify(stored)}, 'a@b.example'), ('paypal', '{"a": 1}', 'a@b.example')`,
    )
    const { services } = await list()
    const findingsOf = (name: string) =>
      services.find(({ service }: { service: string }) => service === name).last.findings
    expect(findingsOf('stripe')).toEqual([{ state: 'note', text: 'Something.' }])
    expect(findingsOf('paypal')).toEqual([])
  })

  it('turns an unexpected error into a problem without its text', async () => {
    const secret = 'sk_live_secret'
    const { config, ...rest } = desk.desk.dependencies
    // Not a URL, which the error quotes.
    const deps = { ...rest, config: { ...config, publicUrl: secret } }
    const found = await runCheck(deps, 'public_address')
    expect(found).toEqual([expect.objectContaining({ state: 'problem', fix: expect.any(String) })])
    expect(JSON.stringify(found)).not.toContain(secret)
  })
})

describe('the test email', () => {
  const to = 'inbox@harborfinch.example'

  it('is sent right away and recorded', async () => {
    expect(await call(sendTestEmail, { to })).toEqual({})
    const mail = await waitForMail(desk, to, 'Test email')
    expect(mail.text).toContain(ADMIN)
    expect((await lastActions())[0]).toEqual(['sent a test email', to, '/settings/health'])
  })

  it('says what the mail server said', async () => {
    await setFault(desk, { provider: 'mail', mode: 'throttle' })
    const { problem } = await call(sendTestEmail, { to })
    expect(problem).toContain('The mail server asked us to try again later.')
    expect(problem).toContain('450 4.7.1 Too many messages')
  })
})

describe('the go-live list', () => {
  const stepsDone = async () =>
    (await list()).steps.filter(({ done }: { done?: unknown }) => done !== undefined)

  it('remembers who checked a step first, and records each change once', async () => {
    const step = 'backup'
    const done = await call(saveGoLiveStep, { step, done: true })
    expect(done).toEqual({ step, done: { at: expect.any(String), by: ADMIN } })
    expect(await call(saveGoLiveStep, { step, done: true })).toEqual(done)
    expect(await stepsDone()).toEqual([done])
    expect(await call(saveGoLiveStep, { step, done: false })).toEqual({ step })
    expect(await stepsDone()).toEqual([])
    expect((await lastActions()).slice(0, 2)).toEqual([
      ['unchecked a step of the go-live list', 'Back up and restore', '/settings/health'],
      ['checked a step of the go-live list', 'Back up and restore', '/settings/health'],
    ])
  })
})
