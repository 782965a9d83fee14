// Tests that an app on a restored database takes no new payments until a reconciliation is complete, and goes on with the
// payments that it knows.
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getAttention } from '@invoice-desk/contract/overview/overview'
import {
  listReconciliations,
  reconcilePayments,
  resumePayments,
} from '@invoice-desk/contract/payments/admin'
import { openShop, type Shop } from '@invoice-desk/testing/payments/shop'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noticeRestore } from '../../src/features/payments/restore/restore.ts'
import { runCheck } from '../../src/features/system/health/run-check.ts'
import { numberOf } from '../support/reconciliation.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.desk.close())

/** What the app does first when it starts. */
const start = () => noticeRestore(shop.desk.desk.dependencies)
/** As if the rows had been loaded into another database. */
const loadElsewhere = async () => {
  await start()
  await shop.query(sql`UPDATE installation SET database_identity = 'another database'`)
}
/** As if the backup were from before this payment. */
const forget = async (id: unknown) => {
  await shop.query(sql`DELETE FROM payment_line WHERE attempt_id = ${String(id)}`)
  await shop.query(sql`DELETE FROM payment_attempt WHERE id = ${String(id)}`)
}
const list = async () =>
  (await shop.desk.call(listReconciliations, { token: shop.token })).body.paused
const resume = () => shop.desk.call(resumePayments, { token: shop.token })
const reconcile = async () => {
  const { body } = await shop.desk.call(reconcilePayments, { token: shop.token })
  return body
}
const attention = async () => {
  const { body } = await shop.desk.call(getAttention, { token: shop.token })
  return body.items.map(({ kind }: { kind: string }) => kind)
}
const problemsOfDatabase = async () => {
  const findings = await runCheck(shop.desk.desk.dependencies, 'database')
  return findings.filter(({ state }) => state === 'problem').map(({ text }) => text)
}

describe('a database is taken for a restored one', () => {
  it('not if it never had a payment', async () => {
    await start()
    await loadElsewhere()
    await start()
    expect(await list()).toBeUndefined()
  })

  it('not after a restart, or an update from a version that stored no identity', async () => {
    const invoices = await shop.invoices(20)
    await shop.pay(invoices)
    await shop.waitForBooked(numberOf(invoices))
    await start()
    await shop.query(sql`UPDATE installation SET database_identity = NULL`)
    await start()
    await start()
    expect([await list(), await problemsOfDatabase()]).toEqual([undefined, []])
  })

  it('if its rows are in another database now, by the first process that starts', async () => {
    await loadElsewhere()
    await Promise.all([start(), start()])
    const paused = await list()
    expect(paused).toEqual({ since: expect.any(String), canResume: false })
    await start()
    expect(await list()).toEqual(paused)
  })

  it('if the restore command has marked it, even from a version that stored no identity', async () => {
    await shop.query(sql`UPDATE installation SET restored_at = NULL, database_identity = NULL`)
    const mark = join(shop.desk.dataDir, 'restored')
    await writeFile(mark, '')
    await start()
    expect([await list(), existsSync(mark)]).toEqual([
      { since: expect.any(String), canResume: false },
      false,
    ])
  })
})

describe('an app on a restored database', () => {
  it('refuses new payments until a complete reconciliation has run and staff end the pause', async () => {
    await shop.query(sql`UPDATE installation SET restored_at = NULL`)
    const invoices = await shop.invoices(30)
    const ordered = await shop.order(invoices, {}, 'before-the-restore')
    await loadElsewhere()
    await start()
    const others = await shop.invoices(40)
    for (const refused of [await shop.pay(others), await shop.order(others)]) {
      expect([refused.status, refused.body.code]).toEqual([503, 'payments_paused'])
    }
    expect(await shop.attemptOf(numberOf(others))).toBeUndefined()
    expect(await problemsOfDatabase()).toEqual([expect.stringContaining("customers can't pay")])
    expect(await attention()).toContain('payments_paused')

    // A payment that the database knows goes on.
    const repeated = await shop.order(invoices, {}, 'before-the-restore')
    expect(repeated.body.id).toBe(ordered.body.id)
    await shop.answerWindow(ordered.body.id, 'approve')
    expect((await shop.capture(ordered.body.id, invoices)).body).toMatchObject({
      status: 'succeeded',
    })
    await shop.waitForBooked(numberOf(invoices))

    const early = await resume()
    expect([early.status, early.body.code]).toEqual([409, 'reconciliation_needed'])
    await shop.fault('error', '/query', 50)
    expect((await reconcile()).failure).toMatch(/^We couldn't read QuickBooks/)
    await shop.clearFaults()
    expect([(await resume()).status, (await list())?.canResume]).toEqual([409, false])
    expect((await reconcile()).failure).toBeUndefined()
    expect((await list())?.canResume).toBe(true)
    // Another reconciliation doesn't end the pause. A person does.
    expect((await shop.pay(others)).status).toBe(503)
    expect([(await resume()).status, (await resume()).status]).toEqual([200, 200])
    expect([await list(), await problemsOfDatabase()]).toEqual([undefined, []])
    expect(await attention()).not.toContain('payments_paused')
    expect((await shop.pay(others)).body.status).toBe('succeeded')
    const events = await shop.query(
      sql`SELECT actor, subject_id FROM audit_event WHERE action = 'payments_resumed'`,
    )
    expect(events).toEqual([{ actor: expect.stringContaining('@'), subject_id: 'payments' }])
  })

  it('does not tell a payer that a payment it lost halfway took nothing', async () => {
    const invoices = await shop.invoices(45)
    const { body } = await shop.order(invoices)
    await shop.changeAttempt(numberOf(invoices), sql`state = 'created', provider_id = NULL`)
    await loadElsewhere()
    await start()
    const ended = await shop.complete(body.paymentId)
    expect([ended.body.code, ended.body.error]).toEqual([
      'payment_unclear',
      "We can't tell whether this payment went through. Please contact us before you pay again.",
    ])
    await reconcile()
    await resume()
  })

  it('names the charges since the backup, even if it is older than a week', async () => {
    const invoices = await shop.invoices(50)
    await shop.pay(invoices)
    const { id, reference } = await shop.waitForBooked(numberOf(invoices))
    await forget(id)
    await loadElsewhere()
    await start()
    await shop.query(sql`ALTER TABLE audit_event DISABLE TRIGGER USER`)
    await shop.query(sql`UPDATE audit_event SET at = at - interval '20 days'`)
    await shop.query(sql`ALTER TABLE audit_event ENABLE TRIGGER USER`)
    const { since, differences } = await reconcile()
    const days = (Date.now() - Date.parse(since)) / 86_400_000
    expect([days > 20, days < 23]).toEqual([true, true])
    expect(differences).toContainEqual(
      expect.objectContaining({ kind: 'charge_without_attempt', providerId: reference }),
    )
    await resume()
    const after = await reconcile()
    expect(Date.now() - Date.parse(after.since)).toBeLessThan(9 * 86_400_000)
  })
})
