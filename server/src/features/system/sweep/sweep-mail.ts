// Emails the administrators that the file sweep stopped, and what to do.
import { resolve } from 'node:path'
import type { z } from 'zod'
import type { Sender } from '../../../mail/content.ts'
import { renderMail } from '../../../mail/layout.ts'
import type { Mail } from '../../../providers/mail.ts'
import type { Config } from '../../../settings/config.ts'
import type { fileNoticeJob } from './job-kinds.ts'
import type { StopReason } from './sweep-rules.ts'

type Settings = Sender & Pick<Config, 'databaseUrl' | 'dataDir' | 'staff'>

const TEXTS = {
  other_installation: {
    subject: 'The files belong to another installation',
    text: 'The file store belongs to another installation. Invoice Desk may be using the wrong file store, or a database that doesn’t belong to it.',
  },
  unknown_files: {
    subject: 'Too many files aren’t in the database',
    text: 'The file store has more files that aren’t in the database than crashes can explain. The database may be empty, older than the files, or the wrong one.',
  },
} as const satisfies Record<StopReason, { subject: string; text: string }>

export const fileNoticeMail = (
  config: Settings,
  { reason, day, place, files, orphans }: z.infer<typeof fileNoticeJob.data>,
): Mail => {
  const { subject, text } = TEXTS[reason]
  const { admins } = config.staff
  return {
    messageId: `files-${reason}-${day}`,
    to: admins.length > 0 ? admins : [config.contactEmail],
    ...renderMail(config, {
      subject,
      heading: subject,
      paragraphs: [
        text,
        'We deleted nothing. Unused files won’t be cleaned up until this is fixed, and we’ll remind you every day.',
        'If you restored a backup or changed DATABASE_URL, DATA_DIR or a FILES_S3 setting, restore the database and the files that belong together. If this is expected, see “Files that aren’t in the database” in docs/running.md.',
      ],
      facts: [
        ['File store', place],
        ['Database', databaseOf(config)],
        ['Files in the store', String(files)],
        ['Not in the database', String(orphans)],
      ],
      reason: `You’re getting this email because you administer Invoice Desk for ${config.businessName}.`,
    }),
  }
}

/** Without the user name and password in the URL. */
const databaseOf = ({ databaseUrl, dataDir }: Settings): string => {
  if (databaseUrl === undefined) return `embedded, in ${resolve(dataDir)}`
  const { host, pathname } = new URL(databaseUrl)
  return `${host}${pathname}`
}
