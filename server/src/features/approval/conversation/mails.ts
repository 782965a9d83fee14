// Builds the emails about messages and notes. Replies happen on the page that the button opens.
import { formatUsd } from '@invoice-desk/contract/values/money'
import type { Fact, MailContent, Sender } from '../../../mail/content.ts'
import { renderMail } from '../../../mail/layout.ts'
import type { Mail } from '../../../providers/mail.ts'
import type { Config } from '../../../settings/config.ts'
import { factsOf } from '../../bills/mail-facts.ts'
import type { BillRow } from '../../bills/queries.ts'
import type { findMessage } from './queries.ts'

type Settings = Sender & Pick<Config, 'publicUrl'>
type Message = NonNullable<Awaited<ReturnType<typeof findMessage>>> & { readonly id: string }

const mailOf = (
  settings: Settings,
  { id, text }: Message,
  to: readonly string[],
  { label, ...content }: Omit<MailContent, 'callout'> & { readonly label: string },
): Mail => ({
  messageId: `message-${id}`,
  to,
  ...renderMail(settings, {
    ...content,
    callout: { tone: 'plain', label, text, isQuote: true },
  }),
})

const aboutBill = (bill: BillRow): Fact[] => [
  ['Amount', formatUsd(bill.amountCents)],
  ...factsOf(bill),
]

/** A message from staff, with the business as its author. */
export const contractorMail = (
  settings: Settings,
  message: Message,
  bill: BillRow,
  recipient: string,
): Mail =>
  mailOf(settings, message, [recipient], {
    subject: `New message about invoice ${bill.invoiceNumber}`,
    heading: 'You have a new message',
    paragraphs: [`${settings.businessName} wrote to you about invoice ${bill.invoiceNumber}.`],
    label: 'Message',
    facts: aboutBill(bill),
    button: {
      text: 'Read and reply',
      url: `${settings.publicUrl}/submit-invoice?conversation=${bill.id}`,
    },
    notes: ["Please reply on that page. We don't receive replies to this email."],
    reason: `You're getting this email because you work with ${settings.businessName} on this invoice.`,
  })

/** A contractor's message, or a note. */
export const staffMail = (
  settings: Settings,
  message: Message,
  bill: BillRow,
  recipients: readonly string[],
): Mail => {
  const isNote = message.kind === 'note'
  // The bill's vendor may have changed since.
  const writer = (isNote && message.name) || message.author
  const about = `invoice ${bill.invoiceNumber} from ${bill.vendor}`
  return mailOf(settings, message, recipients, {
    subject: `New ${isNote ? 'internal note' : 'message'} about ${about}`,
    heading: isNote ? `${writer} added an internal note` : `${writer} sent a message`,
    paragraphs: [`It's about ${about}.${isNote ? ' Only staff see it.' : ''}`],
    label: isNote ? 'Internal note' : 'Message',
    facts: [['Vendor', bill.vendor], ...aboutBill(bill)],
    button: {
      text: isNote ? 'Open the conversation' : 'Read and reply',
      url: `${settings.publicUrl}/approve-invoice?taskId=${bill.id}&show=conversation`,
    },
    notes: [
      isNote
        ? "Please don't forward this email to the vendor."
        : "Please reply on that page. The vendor doesn't see replies to this email.",
      'You may need to sign in first.',
    ],
    reason: `You're getting this email because you work on invoices for ${settings.businessName}.`,
  })
}
