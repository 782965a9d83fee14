// Messages of the mail relay in tests: accepted as from a device, and made to be tried at once.
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { TestDesk } from '@invoice-desk/testing/app/test-desk'
import { SENDER } from '@invoice-desk/testing/relay/add-device'
import { mailsTo } from '@invoice-desk/testing/sandbox/mailbox'
import { waitFor } from '@invoice-desk/testing/wait-for'
import { sql } from 'drizzle-orm'
import { wakeWorkers } from '../../src/db/record.ts'
import { relayReportJob, relaySendJob } from '../../src/features/relay/job-kinds.ts'
import { receiveMessage } from '../../src/features/relay/messages/content.ts'
import { findMessage } from '../../src/features/relay/messages/queries.ts'
import { storeMessage } from '../../src/features/relay/messages/store-message.ts'
import { sendJob } from '../../src/jobs/queue.ts'

export type Accepted = { readonly id: string; readonly to: string }

export const createRelay = (
  desk: TestDesk,
  device: { readonly deviceId: string; readonly mailboxId: string },
) => {
  const { dependencies } = desk.desk
  const { db } = dependencies.database

  /** Stores a message to someone new, as the SMTP server does. */
  const accept = async (headers = ''): Promise<Accepted> => {
    const to = `${randomUUID().slice(0, 8)}@client.example`
    const text = `${headers}From: Scanner <${SENDER}>\r\nTo: ${to}\r\nSubject: Secret scan\r\n\r\nPage 1\r\n`
    const received = await receiveMessage(dependencies.files, Readable.from([Buffer.from(text)]))
    const envelope = { ...device, sender: SENDER, recipients: [to] }
    const recipientsMax = Number.POSITIVE_INFINITY
    return { id: await storeMessage(dependencies, { envelope, received, recipientsMax }), to }
  }

  const read = async (id: string) => {
    const found = await findMessage(db, id, { email: '', admin: true })
    if (!found) throw new Error(`there is no message ${id}`)
    return found
  }

  return {
    device,
    accept,
    read,
    arrived: ({ to }: Accepted) => mailsTo(desk, to),
    /** Waits for what its row says. */
    waitUntil: (id: string, expected: Partial<Awaited<ReturnType<typeof read>>>) =>
      waitFor(async () => {
        const row = await read(id)
        for (const [name, value] of Object.entries(expected)) {
          if (row[name as keyof typeof row] !== value)
            throw new Error(`${name} of ${JSON.stringify(row)} isn't ${value}`)
        }
        return row
      }),
    /** Doesn't wait for the next try. */
    hurry: async (id: string): Promise<void> => {
      await db.execute(sql`UPDATE relay_message SET next_try_at = NULL WHERE id = ${id}`)
      await sendJob(db, relaySendJob, { messageId: id })
    },
    /** The desk's own workers leave it alone. */
    dropJobs: (id: string) =>
      db.execute(
        sql`DELETE FROM jobs.job WHERE name = ${relaySendJob.name} AND data ->> 'messageId' = ${id}`,
      ),
    /** Doesn't wait for other failures before the report. */
    hurryReport: async (): Promise<void> => {
      const { rowCount } = await db.execute(
        sql`UPDATE jobs.job SET start_after = now() WHERE name = ${relayReportJob.name} AND state = 'created'
          RETURNING ${wakeWorkers(sql`name`)}`,
      )
      if (rowCount !== 1) throw new Error(`${rowCount} reports are waiting`)
    },
    change: (id: string, set: string) =>
      db.execute(sql`UPDATE relay_message SET ${sql.raw(set)} WHERE id = ${id}`),
  }
}

export type Relay = ReturnType<typeof createRelay>
