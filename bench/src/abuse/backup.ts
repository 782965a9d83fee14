// Backs up with `npm run backup`, restores with `npm run restore`, and compares.
import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reconcilePayments } from '@invoice-desk/contract/payments/admin'
import { startServer } from '@invoice-desk/testing/app/server-process'
import { addContractor, verifyContractor } from '@invoice-desk/testing/contractor/contractors'
import { createCaller } from '@invoice-desk/testing/http/caller'
import { freePort } from '../../../scripts/lib/ports.mjs'
import { backUp, compareDatabases, createDatabase, listFiles, restoreInto } from '../lab/backup.ts'
import { sendCanaries } from '../lab/canaries.ts'
import { type Fleet, openFleet } from '../lab/fleet.ts'
import { submitTo } from '../lab/submit-to.ts'
import { counted } from '../table.ts'
import type { AbuseMeasurement } from './measurement.ts'

const BILLS = 100

export const backupMeasurement: AbuseMeasurement = {
  name: 'backup',
  run: async () => {
    await using fleet = await openFleet(2, { LOG_LEVEL: 'warn' })
    await using folder = await mkdtempDisposable(join(tmpdir(), 'desk-backup-'))
    await fill(fleet)
    await Promise.all(fleet.processes().map(({ stop }) => stop()))
    const backup = await backUp(fleet, folder.path)
    const restored = await createDatabase(fleet.databaseUrl, 'restored')
    const dataDir = join(folder.path, 'restored')
    await restoreInto(restored, dataDir, backup)
    const { rows, tables, differences } = await compareDatabases(fleet.databaseUrl, restored)
    const files = await listFiles(fleet.bucketDir)
    const otherFiles = await compareFiles(fleet.bucketDir, join(dataDir, 'files'), files)
    const books = await reconcile(fleet, restored)
    const problems = [...differences, ...otherFiles, ...books]
    return [
      {
        measurement: 'Backup and restore',
        setup: `${counted(rows)} rows of ${tables} tables and ${files.length} files, restored and reconciled`,
        result: `differences: ${problems.length}`,
        problems,
      },
    ]
  },
}

const fill = async (fleet: Fleet): Promise<void> => {
  const invoice = { number: 'BACKUP-1', amount: 75 }
  await fleet.company.addInvoice(invoice.number, invoice.amount)
  const person = await verifyContractor(fleet.caller, await addContractor(fleet.caller))
  for (let index = 0; index < BILLS; index += 1) {
    await submitTo(fleet, index % 2, person, `BACKUP-${index}`)
  }
  await sendCanaries(fleet, invoice)
}

const compareFiles = async (from: string, to: string, names: readonly string[]) => {
  const differences: string[] = []
  for (const name of names) {
    const [one, other] = [
      await readFile(from + name),
      await readFile(to + name).catch(() => undefined),
    ]
    if (!other || !one.equals(other)) differences.push(`file ${name}`)
  }
  return differences
}

/** Compares the restored database with the payment providers and QuickBooks; returns the differences. */
const reconcile = async (
  { sandbox, settings, staffToken: token }: Fleet,
  restored: string,
): Promise<string[]> => {
  const desk = await startServer(sandbox, await freePort(), { ...settings, DATABASE_URL: restored })
  const { body } = await createCaller(desk.url).call(reconcilePayments, { token })
  await desk.stop()
  const texts = (body.differences as { text: string }[]).map(({ text }) => text)
  return body.failure ? [...texts, body.failure] : texts
}
