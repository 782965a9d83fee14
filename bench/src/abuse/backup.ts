// Figure 14: a backup with the commands of docs/operations.md, restored and compared.
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reconcilePayments } from '@invoice-desk/contract/payments-admin'
import { createCaller } from '@invoice-desk/testing/http/caller'
import { addContractor, verifyContractor } from '@invoice-desk/testing/contractor/contractors'
import { startServer } from '@invoice-desk/testing/app/server-process'
import { freePort } from '../../../scripts/lib/ports.mjs'
import { compareDatabases, dumpDatabase, listFiles, restoreDatabase } from '../fleet/backup.ts'
import { sendCanaries } from '../fleet/canaries.ts'
import { type Fleet, openFleet } from '../fleet/fleet.ts'
import { submitTo } from '../fleet/submit-to.ts'
import { counted } from '../table.ts'
import type { AbuseFigure } from './figure.ts'

const BILLS = 100

export const backupFigure: AbuseFigure = {
  name: 'backup',
  run: async () => {
    const fleet = await openFleet(2, { LOG_LEVEL: 'warn' })
    const folder = await mkdtemp(join(tmpdir(), 'desk-backup-'))
    try {
      await fill(fleet)
      await Promise.all(fleet.processes.map(({ stop }) => stop()))
      const dump = join(folder, 'desk.dump')
      await dumpDatabase(fleet.databaseUrl, dump)
      await cp(fleet.bucketDir, join(folder, 'files'), { recursive: true })
      const restored = await restoreDatabase(fleet.databaseUrl, dump)
      const { rows, tables, differences } = await compareDatabases(fleet.databaseUrl, restored)
      const files = await listFiles(fleet.bucketDir)
      const otherFiles = await compareFiles(fleet.bucketDir, join(folder, 'files'), files)
      const books = await reconcile(fleet, restored)
      const problems = [...differences, ...otherFiles, ...books]
      return [
        {
          figure: '14 Backup and restore',
          done: `${counted(rows)} rows of ${tables} tables and ${files.length} files, restored and compared with the books`,
          result: `differences: ${problems.length}`,
          problems,
        },
      ]
    } finally {
      await rm(folder, { recursive: true, force: true })
      await fleet.close()
    }
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

/** A desk on what was restored agrees with the payment providers and QuickBooks. */
const reconcile = async (
  { sandbox, settings, staff }: Fleet,
  restored: string,
): Promise<string[]> => {
  const desk = await startServer(sandbox, await freePort(), { ...settings, DATABASE_URL: restored })
  const { body } = await createCaller(desk.url).call(reconcilePayments, { token: staff })
  await desk.stop()
  const texts = (body.differences as { text: string }[]).map(({ text }) => text)
  return body.failure ? [...texts, body.failure] : texts
}
