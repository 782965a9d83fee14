// Tests that the embedded database allows one process per data directory and works in a copy of it, and that a restored one is noticed.
import { chmod, cp, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createTestDatabase } from '@invoice-desk/testing/app/database'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { recordEvent } from '../../src/db/audit.ts'
import { DataDirectoryInUse, lockDataDirectory } from '../../src/db/lock.ts'
import { migrateDatabase } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open.ts'
import { findRestore } from '../../src/features/payments/restore/queries.ts'
import { noticeRestore } from '../../src/features/payments/restore/restore.ts'

let dataDir = ''
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'desk-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

it('allows one process per data directory', () => {
  const first = lockDataDirectory(dataDir)
  expect(() => lockDataDirectory(dataDir)).toThrow(DataDirectoryInUse)
  first.release()
  lockDataDirectory(dataDir).release()
})

it('keeps the lock even if nothing refers to it', async () => {
  lockDataDirectory(dataDir)
  setFlagsFromString('--expose-gc')
  for (let round = 0; round < 3; round += 1) {
    runInNewContext('gc')()
    await sleep(1)
  }
  expect(() => lockDataDirectory(dataDir)).toThrow(DataDirectoryInUse)
})

it('returns the right rows after a statement has failed', async () => {
  const { dataDir: copy, drop } = await createTestDatabase()
  const database = await openDatabase({ dataDir: copy })
  const ask = async (text: string) =>
    (await database.pool.query('SELECT $1::text AS answer', [text])).rows
  await expect(ask('a\u0000b')).rejects.toThrow('invalid byte sequence')
  const texts = ['c', 'd', 'e', 'f']
  const answers = await Promise.all(texts.map(ask))
  expect(answers).toEqual(texts.map((answer) => [{ answer }]))
  await database.close()
  await drop()
})

it('refuses to open the embedded database in a locked directory', async () => {
  const lock = lockDataDirectory(dataDir)
  await expect(openDatabase({ dataDir })).rejects.toThrow(DataDirectoryInUse)
  lock.release()
})

it('keeps other users of the machine out of its folder, also out of an older one', async () => {
  const { dataDir: used, drop } = await createTestDatabase()
  const folder = join(used, 'database')
  const modes: number[] = []
  for (const mode of [undefined, 0o755]) {
    if (mode) await chmod(folder, mode)
    else await rm(folder, { recursive: true })
    await (await openDatabase({ dataDir: used })).close()
    modes.push((await stat(folder)).mode & 0o777)
  }
  expect(modes).toEqual([0o700, 0o700])
  await drop()
})

it('works in a copy of its directory', async () => {
  const { dataDir: source, drop } = await createTestDatabase()
  const [first, rows] = [
    await openDatabase({ dataDir: source }),
    'SELECT * FROM audit_event ORDER BY id',
  ]
  await migrateDatabase(first.pool)
  for (const actor of ['a', 'b', 'c']) {
    await recordEvent(first.db, { actor, action: 'job_retried', subject: { kind: 'job', id: 'z' } })
  }
  const before = (await first.pool.query(rows)).rows
  await first.close()
  await cp(source, dataDir, { recursive: true })
  const second = await openDatabase({ dataDir })
  expect((await second.pool.query(rows)).rows).toEqual(before)
  expect(before).toHaveLength(3)
  await second.close()
  await drop()
})

it('is noticed once after `npm run restore` has left its mark', async () => {
  const { dataDir: restored, drop } = await createTestDatabase()
  const start = async (more?: string) => {
    const database = await openDatabase({ dataDir: restored })
    await migrateDatabase(database.pool)
    if (more) await database.pool.query(more)
    await noticeRestore({ config: { dataDir: restored }, database, log: pino({ level: 'silent' }) })
    const found = await findRestore(database.db)
    await database.pool.query('UPDATE installation SET restored_at = NULL')
    await database.close()
    return found
  }
  const first =
    await start(`INSERT INTO payment_attempt (key, request_hash, method, realm_id, customer_id, total_cents,
    company_name, payer_name, email, state) VALUES ('k', '', 'paypal', '1', '1', 100, 'Co', 'Pat', 'p@x.example', 'failed')`)
  await writeFile(join(restored, 'restored'), '')
  expect([first, await start(), await start()]).toEqual([
    undefined,
    { restoredAt: expect.any(Date), isReconciled: false, knowsUntil: null },
    undefined,
  ])
  await drop()
})
