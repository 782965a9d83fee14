// Emails staff about something that anyone of them may take care of.
import type { Dependencies } from '../dependencies.ts'
import type { MailContent } from './content.ts'
import { renderMail } from './layout.ts'

export type StaffNotice = MailContent & { readonly messageId: string }

/** One email to all of them, or to the business if there are none. */
export const mailStaff = async (
  { config, mailer }: Pick<Dependencies, 'config' | 'mailer'>,
  people: readonly string[],
  { messageId, ...content }: StaffNotice,
): Promise<void> => {
  const to = people.length > 0 ? people : [config.contactEmail]
  await mailer.send({ messageId, to, ...renderMail(config, content) })
}
