// Sends welcome emails in the background, so a mail server that is down or refuses the address doesn't stop adding an account.
import { z } from 'zod'
import type { Dependencies } from '../../../dependencies.ts'
import { handleJob, type JobHandler, type JobKind, MAIL_RETRIES } from '../../../jobs/queue.ts'
import { listedAccount } from '../provisioning.ts'
import { findAccountRow } from '../queries.ts'
import { welcomeMail } from './mail.ts'

export const welcomeMailJob = {
  name: 'welcome-mail',
  data: z.object({ email: z.string(), by: z.string() }),
  retryLimit: MAIL_RETRIES,
} as const satisfies JobKind

export const welcomeJobs = ({
  config,
  database: { db },
  mailer,
}: Pick<Dependencies, 'config' | 'database' | 'mailer'>): JobHandler[] => [
  handleJob(welcomeMailJob, async ({ email, by }, jobId) => {
    // The account as it is now: its tools may have changed since.
    const account = listedAccount(config.staff, await findAccountRow(db, email), email)
    if (!account || account.disabled) return
    // A retry has the same id, and sending it again later has another.
    await mailer.send(welcomeMail(config, { account, by, messageId: `welcome-${jobId}` }))
  }),
]
