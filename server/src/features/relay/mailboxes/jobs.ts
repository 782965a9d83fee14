// Tells the owners of Gmail accounts that they must connect them again.
import type { Dependencies } from '../../../dependencies.ts'
import { handleJob, type JobHandler } from '../../../jobs/queue.ts'
import { findActiveAccount } from '../../identity/queries.ts'
import { relayWithdrawnJob } from '../job-kinds.ts'
import { countWaiting } from '../sending/queries.ts'
import { findById } from './queries.ts'
import { withdrawnMail } from './withdrawn-mail.ts'

export const mailboxJobs = ({
  config,
  database: { db },
  mailer,
}: Pick<Dependencies, 'config' | 'database' | 'mailer'>): JobHandler[] => [
  handleJob(relayWithdrawnJob, async ({ mailboxId }, jobId) => {
    const mailbox = await findById(db, mailboxId)
    // Someone may have connected it again since.
    if (mailbox?.state !== 'withdrawn') return
    if (!(await findActiveAccount(db, config.staff, mailbox.owner))) return
    const waiting = await countWaiting(db, mailboxId)
    const messageId = `relay-withdrawn-${jobId}`
    await mailer.send(withdrawnMail(config, { mailbox, waiting, messageId }))
  }),
]
