// Builds the email that reminds someone of the invoices that are waiting.
import { createHash } from 'node:crypto'
import { formatDate } from '@invoice-desk/contract/values/dates'
import { formatUsd } from '@invoice-desk/contract/values/money'
import type { Sender } from '../../../mail/content.ts'
import { renderMail } from '../../../mail/layout.ts'
import type { Mail } from '../../../providers/mail.ts'
import type { Config } from '../../../settings/config.ts'
import type { BillRow } from '../../bills/queries.ts'
import type { Approver } from '../rules/types.ts'

type Settings = Sender & Pick<Config, 'publicUrl'>
type Reminder = Pick<BillRow, 'id' | 'invoiceNumber' | 'vendor' | 'amountCents' | 'dueDate'> & {
  readonly asked: readonly Approver[]
  readonly told: readonly Approver[]
}

const LISTED_MAX = 20

/** A message id must not contain an address. */
const keyOf = (email: string): string =>
  createHash('sha256').update(email).digest('hex').slice(0, 16)

/** Escalated invoices first, then the oldest. */
export const reminderMail = (
  settings: Settings,
  { email, day }: { readonly email: string; readonly day: string },
  reminders: readonly Reminder[],
): Mail => {
  const isEscalated = ({ told }: Reminder) => told.some((person) => person.email === email)
  const escalated = reminders.filter(isEscalated)
  const listed = [...escalated, ...reminders.filter((reminder) => !isEscalated(reminder))]
  const [count, verb] = countText(listed.length)
  const more = listed.length - LISTED_MAX
  return {
    messageId: `approvals-${day}-${keyOf(email)}`,
    to: [email],
    ...renderMail(settings, {
      subject:
        escalated.length > 0
          ? `${count} waiting, ${escalated.length} escalated`
          : `${count} waiting for your approval`,
      heading: `${count} ${verb} waiting for approval`,
      amount: formatUsd(listed.reduce((sum, { amountCents }) => sum + amountCents, 0)),
      caption: 'in total',
      paragraphs:
        escalated.length > 0
          ? [
              'Escalated invoices have waited too long. As an administrator, please make sure that someone decides about them.',
            ]
          : [],
      items: [
        ...listed.slice(0, LISTED_MAX).map((each) => lineOf(each, isEscalated(each))),
        ...(more > 0 ? [`And ${more} more`] : []),
      ],
      button: buttonFor(settings, listed),
      notes: [
        'You may need to sign in first.',
        'To change how often you get these emails, open Preferences in Invoice Desk.',
      ],
      reason: `You're getting this email because you approve invoices for ${settings.businessName}.`,
    }),
  }
}

const countText = (count: number): readonly [string, string] =>
  count === 1 ? ['1 invoice', 'is'] : [`${count} invoices`, 'are']

const lineOf = (
  { vendor, invoiceNumber, amountCents, dueDate, asked }: Reminder,
  isEscalated: boolean,
) => {
  const line = `${vendor}, ${invoiceNumber}: ${formatUsd(amountCents)}, due ${formatDate(dueDate)}`
  if (!isEscalated) return line
  const others = asked.filter(({ admin }) => !admin).map(({ email, name }) => name || email)
  return `Escalated: ${line}${others.length > 0 && others.length <= NAMED_MAX ? `, waiting for ${PEOPLE.format(others)}` : ''}`
}

const PEOPLE = new Intl.ListFormat('en-US', { type: 'disjunction' })
const NAMED_MAX = 5

const buttonFor = ({ publicUrl }: Settings, [first, ...others]: readonly Reminder[]) =>
  first && others.length === 0
    ? { text: 'Review invoice', url: `${publicUrl}/approve-invoice?taskId=${first.id}` }
    : { text: 'Review invoices', url: `${publicUrl}/approve-invoice?waitingFor=me` }
