// Emails the owner of a device which of its messages failed: at most once per minute, and never their content.
import { createHash } from 'node:crypto'
import type { Dependencies } from '../../../dependencies.ts'
import { sendJob } from '../../../jobs/queue.ts'
import type { Sender } from '../../../mail/content.ts'
import { renderMail } from '../../../mail/layout.ts'
import type { Mail } from '../../../providers/mail.ts'
import type { Config } from '../../../settings/config.ts'
import { findActiveAccount } from '../../identity/queries.ts'
import { relayReportJob } from '../job-kinds.ts'
import {
  claimReport,
  type FailedMessage,
  findReportedDevice,
  listUnreported,
  markReported,
  releaseReport,
} from './report-queries.ts'

const QUIET_SECONDS = 60
const MESSAGES_MAX = 1_000
const LISTED_MAX = 20
const RECIPIENTS_MAX = 3

export const createReport =
  ({ config, database: { db }, mailer }: Dependencies) =>
  async (deviceId: string): Promise<void> => {
    const device = await findReportedDevice(db, deviceId)
    const failed = await listUnreported(db, deviceId, MESSAGES_MAX)
    if (!device || failed.length === 0) return
    if (!(await claimReport(db, deviceId, QUIET_SECONDS)))
      return sendJob(db, relayReportJob, { deviceId }, { startAfterSeconds: QUIET_SECONDS })
    try {
      // Otherwise, it's only marked, so the sweep doesn't queue it again and again.
      if (await findActiveAccount(db, config.staff, device.owner))
        await mailer.send(reportMail(config, device, failed))
    } catch (error) {
      // The queue tries again.
      await releaseReport(db, deviceId)
      throw error
    }
    await markReported(
      db,
      failed.map(({ id }) => id),
    )
  }

type Settings = Sender & Pick<Config, 'publicUrl' | 'businessTimeZone'>
type Device = { readonly name: string; readonly owner: string; readonly address: string }

const reportMail = (
  settings: Settings,
  { name, owner, address }: Device,
  failed: readonly FailedMessage[],
): Mail => {
  const them = failed.length === 1 ? 'it' : 'them'
  const count = failed.length === 1 ? '1 message' : `${formatCount(failed.length)} messages`
  const more = failed.length - LISTED_MAX
  const subject = `We couldn't send ${count} from ${name}`
  return {
    messageId: `relay-failed-${keyOf(failed)}`,
    to: [owner],
    ...renderMail(settings, {
      subject,
      heading: subject,
      paragraphs: [
        `The mail relay accepted ${them} from the device, but couldn't send ${them} through ${address}. Open the mail relay to see what you can do, and to send ${them} again.`,
      ],
      items: [
        ...failed.slice(0, LISTED_MAX).map((message) => lineOf(settings, message)),
        ...(more > 0 ? [`And ${formatCount(more)} more`] : []),
      ],
      button: { text: 'Open the mail relay', url: `${settings.publicUrl}/mail-relay?state=failed` },
      reason: `You're getting this email because you added the device ${name} to the mail relay of ${settings.businessName}.`,
    }),
  }
}

const formatCount = (count: number): string => count.toLocaleString('en-US')

/** The same if the job runs again, and another if a message has failed again. */
const keyOf = (failed: readonly FailedMessage[]): string =>
  createHash('sha256')
    .update(failed.map(({ id, attempts }) => `${id} ${attempts}`).join())
    .digest('hex')
    .slice(0, 32)

const lineOf = (
  { businessTimeZone }: Settings,
  { recipients, acceptedAt, problem }: FailedMessage,
): string => {
  const more = recipients.length - RECIPIENTS_MAX
  const to = recipients.slice(0, RECIPIENTS_MAX).join(', ') + (more > 0 ? ` and ${more} more` : '')
  const time = acceptedAt.toLocaleString('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: businessTimeZone,
  })
  return `To ${to}, ${time}: ${problem ?? ''}`
}
