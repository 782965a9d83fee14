// Tests over HTTP that delegates approve and get emails for people who are away.
import { listActivity } from '@invoice-desk/contract/activity/activity'
import { listPendingInvoices } from '@invoice-desk/contract/approval/approval'
import {
  type Absence,
  getPreferences,
  savePreferences,
} from '@invoice-desk/contract/approval/preferences'
import { addDays, businessDay } from '@invoice-desk/contract/values/business-day'
import { ADMIN, STAFF } from '@invoice-desk/testing/people'
import { mailsTo, waitForMail } from '@invoice-desk/testing/sandbox/mailbox'
import { beforeEach, describe, expect, it } from 'vitest'
import { approverNoticeJob } from '../../src/features/bills/job-kinds.ts'
import { FAY, rule, useApprovalRules } from '../support/approval-rules.ts'

const { company, call, saveRules, addTask, act, addToBooks } = useApprovalRules()

const TODAY = businessDay(Date.now(), 'America/New_York')
const away = (delegate: string, from = 0, to = 5): Absence => ({
  delegate,
  firstDay: addDays(TODAY, from),
  lastDay: addDays(TODAY, to),
})

const save = async (by: string, absence: Absence | null, email = by) => {
  const { version = 0 } = (await call(getPreferences, by, { query: { email } })).body
  return call(savePreferences, by, { body: { email, version, notices: 'each', absence } })
}

beforeEach(async () => {
  for (const email of [STAFF, FAY, ADMIN]) await save(email, null)
})

describe('preferences', () => {
  it('are those of the caller, with who can be the delegate and for whom they act', async () => {
    expect((await save(FAY, away(STAFF))).body).toMatchObject({
      ...{ email: FAY, name: 'Fay Fewer', notices: 'each', absence: away(STAFF) },
    })
    const { body } = await call(getPreferences, STAFF)
    expect(body).toMatchObject({
      ...{ email: STAFF, notices: 'each', absence: null },
      actsFor: [{ email: FAY, name: 'Fay Fewer', lastDay: addDays(TODAY, 5) }],
    })
    expect(body.delegates.map(({ email }: { email: string }) => email).sort()).toEqual([ADMIN, FAY])
  })

  it('of others are for administrators only', async () => {
    const refused = { status: 403, body: { code: 'admin_required' } }
    expect(await call(getPreferences, STAFF, { query: { email: FAY } })).toMatchObject(refused)
    expect(await save(STAFF, away(STAFF), FAY)).toMatchObject(refused)
    expect((await save(ADMIN, away(STAFF), FAY)).status).toBe(200)
    const { body } = await call(listActivity, ADMIN, { query: {} })
    expect(body.events[0]).toMatchObject({
      ...{ actor: ADMIN, subject: { id: FAY } },
      detail: expect.stringContaining(`delegate ${STAFF}`),
    })
  })

  it.each<[string, Absence, string]>([
    ['that ends before it begins', away(FAY, 3, 2), 'lastDay'],
    ['in the past', away(FAY, -9, -1), 'lastDay'],
    ['of more than a year', away(FAY, 0, 366), 'lastDay'],
    ['with themselves as the delegate', away(STAFF), 'delegate'],
    ['with a stranger', away('x@elsewhere.example'), 'delegate'],
  ])('refuse an absence %s', async (_name, absence, field) => {
    expect(await save(STAFF, absence)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', field: `absence.${field}` },
    })
  })

  it('refuse delegates in a circle, even if both are saved at once', async () => {
    await save(FAY, away(ADMIN, 4, 8))
    const both = await Promise.all([save(ADMIN, away(STAFF)), save(STAFF, away(FAY))])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    const refused = both.find(({ status }) => status === 400)
    expect(refused?.body).toMatchObject({ code: 'invalid_input', field: 'absence.delegate' })
    expect(refused?.body.error).toContain('leads back to')
  })
})

describe('changes of an absence', () => {
  const mailed = async (email: string, subject: string) =>
    (await mailsTo(company().desk, email)).some((mail) => mail.subject.includes(subject))

  it('are told to the delegates, and to the person if an administrator made them', async () => {
    await save(ADMIN, away(STAFF, 20, 25), FAY)
    await expect.poll(() => mailed(FAY, 'Your absence: ')).toBe(true)
    await expect.poll(() => mailed(STAFF, "You're the delegate of Fay Fewer")).toBe(true)
    await save(FAY, away(ADMIN, 20, 25))
    await expect.poll(() => mailed(STAFF, "You're no longer the delegate of Fay")).toBe(true)
    await expect.poll(() => mailed(ADMIN, "You're the delegate of Fay Fewer")).toBe(true)
  })

  it('are told to the person with who made them, even if they last only a moment', async () => {
    await save(ADMIN, away(ADMIN, 30, 31), FAY)
    await save(ADMIN, null, FAY)
    const { subject, text } = await waitForMail(company().desk, FAY, 'Your absence was removed: ')
    expect(text).toContain(`${ADMIN} removed your absence`)
    const days = subject.replace('Your absence was removed: ', '')
    const set = await waitForMail(company().desk, FAY, `Your absence: ${days}`)
    expect(set.text).toContain(`${ADMIN} entered or changed an absence for you: ${days}.`)
    await save(FAY, away(STAFF, 40, 41))
    await expect.poll(() => mailed(STAFF, "You're the delegate of Fay Fewer")).toBe(true)
    expect((await mailsTo(company().desk, FAY)).filter((mail) => mail.text.includes(FAY))).toEqual(
      [],
    )
  })

  it('do not replace what someone else saved since', async () => {
    const { version } = (await call(getPreferences, FAY)).body
    await save(ADMIN, away(STAFF, 20, 25), FAY)
    const body = { email: FAY, version, notices: 'daily', absence: null }
    expect(await call(savePreferences, FAY, { body })).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile' },
    })
    expect((await call(getPreferences, FAY)).body.absence).toEqual(away(STAFF, 20, 25))
  })
})

describe('while someone is away', () => {
  beforeEach(async () => {
    await saveRules([rule({ steps: [{ people: [FAY], needed: 1 }] })])
    await save(FAY, away(STAFF))
  })

  it('the delegate approves on their behalf, and the history says so', async () => {
    const id = await addTask()
    expect((await act(STAFF, id, 'fetch')).body.approval).toMatchObject({
      waiting: [{ people: [{ email: STAFF, for: 'Fay Fewer' }] }],
      isLast: true,
    })
    const { body } = await act(STAFF, id)
    expect(body.status.name).toBe('approved')
    expect(body.approval.given).toMatchObject([{ email: STAFF, for: 'Fay Fewer' }])
    expect(body.history[0]).toMatchObject({
      ...{ actor: STAFF, action: 'bill_approved', onBehalfOf: FAY },
    })
  })

  it('the delegate finds it among those waiting for them, and can add its bill', async () => {
    const id = await addTask({ invoiceNumber: 'AWAY-1' })
    const { body } = await call(listPendingInvoices, STAFF, { query: { isYours: 'yes' } })
    expect(body.invoices.map((invoice: { id: string }) => invoice.id)).toContain(id)
    expect((await addToBooks(STAFF, id, 'AWAY-1')).status).toBe(200)
  })

  it('they can still approve themselves, and others still cannot', async () => {
    const id = await addTask()
    expect(await act(ADMIN, id)).toMatchObject({ status: 403, body: { code: 'approval_refused' } })
    const { body } = await act(FAY, id)
    expect(body.history[0].onBehalfOf).toBeUndefined()
  })

  it('one person cannot approve twice: for themselves and for the other', async () => {
    await saveRules([
      rule({
        steps: [
          { people: [FAY], needed: 1 },
          { people: [STAFF], needed: 1 },
        ],
      }),
    ])
    const id = await addTask()
    expect((await act(STAFF, id)).status).toBe(403)
    // An administrator takes the place instead.
    expect((await act(ADMIN, id)).body.approval.given).toMatchObject([
      { email: ADMIN, for: 'Fay Fewer' },
    ])
    expect((await act(STAFF, id)).body.status.name).toBe('approved')
  })

  it('the delegate gets the email instead, and is told in advance', async () => {
    const { desk } = company()
    const told = await waitForMail(desk, STAFF, "You're the delegate of Fay Fewer")
    expect(told.text).toContain('you can approve them instead')
    const billId = await addTask({ invoiceNumber: 'AWAY-2' })
    const { database, jobs } = desk.desk.dependencies
    await jobs.send(database.db, approverNoticeJob, { billId, version: 2 })
    await waitForMail(desk, STAFF, 'AWAY-2')
    const others = (await mailsTo(desk, FAY)).filter(({ subject }) => subject.includes('AWAY-2'))
    expect(others).toEqual([])
  })

  it('nothing changes before the first day', async () => {
    await save(FAY, away(STAFF, 1, 5))
    expect((await act(STAFF, await addTask())).status).toBe(403)
  })
})
