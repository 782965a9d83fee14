// Renders an email as plain text and as HTML, with the logo inside the email so that nothing loads from the network.
import { LOGO_BYTES_MAX } from '@invoice-desk/contract/values/limits'
import { findLogo, type Logo } from '../brand/logo.ts'
import type { Mail } from '../providers/mail.ts'
import type { MailContent, Sender } from './content.ts'
import { htmlOf, LOGO_ID } from './html.ts'

export const renderMail = (
  sender: Sender,
  content: MailContent,
): Pick<Mail, 'subject' | 'text' | 'html' | 'attachments'> => {
  const found = findLogo(sender)
  // Every email carries the logo, so a huge file is left out.
  const logo = found && found.content.length <= LOGO_BYTES_MAX ? found : undefined
  return {
    subject: content.subject,
    text: textOf(sender, content),
    html: htmlOf(sender, content, logo),
    attachments: [...(content.attachments ?? []), ...(logo ? [inlined(logo)] : [])],
  }
}

const inlined = ({ content, type }: Logo) => ({
  filename: type === 'image/png' ? 'logo.png' : 'logo.jpg',
  contentType: type,
  content,
  cid: LOGO_ID,
})

const textOf = (sender: Sender, content: MailContent): string => {
  const { facts = [], total, callout, items = [], button, link, notes = [] } = content
  const { businessName, businessAddress, contactEmail } = sender
  return [
    linesOf([content.heading, content.amount, content.caption]),
    ...content.paragraphs,
    callout ? calloutOf(callout) : '',
    linesOf([...facts, ...(total ? [total] : [])].map(([label, value]) => `${label}: ${value}`)),
    linesOf(items.map((item) => `- ${item}`)),
    button ? `${button.text}:\n${button.url}` : '',
    link ? `${link.text}:\n${link.url}` : '',
    ...notes,
    content.reason,
    `-- \n${linesOf([businessName, ...businessAddress, contactEmail])}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n')
}

const calloutOf = ({ label, text, isQuote }: NonNullable<MailContent['callout']>): string =>
  isQuote
    ? linesOf([label && `${label}:`, text.replace(/^/gm, '> ')])
    : [label, text].filter(Boolean).join(': ')

const linesOf = (lines: readonly (string | undefined)[]): string => lines.filter(Boolean).join('\n')
