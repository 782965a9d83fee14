// Renders emails as plain text and HTML, without tables, images or style sheets, which email clients handle differently.
import { accentScale } from '@invoice-desk/contract/accent-scale'
import type { Config } from '../config.ts'
import { escapeHtml } from '../escape.ts'
import type { Mail } from '../providers/mail.ts'

export type MailContent = {
  readonly subject: string
  readonly heading: string
  readonly paragraphs: readonly string[]
  /** Label and value, such as the number and amount of a bill. */
  readonly facts?: readonly (readonly [label: string, value: string])[]
  readonly button?: { readonly text: string; readonly url: string }
  /** Small print below the button. */
  readonly notes?: readonly string[]
}

export type Sender = Pick<Config, 'businessName' | 'businessColor' | 'contactEmail'>

export const renderMail = (
  sender: Sender,
  content: MailContent,
): Pick<Mail, 'subject' | 'text' | 'html'> => ({
  subject: content.subject,
  text: textOf(sender, content),
  html: htmlOf(sender, content),
})

const textOf = ({ businessName, contactEmail }: Sender, content: MailContent): string =>
  [
    content.heading,
    ...content.paragraphs,
    (content.facts ?? []).map(([label, value]) => `${label}: ${value}`).join('\n'),
    content.button ? `${content.button.text}:\n${content.button.url}` : '',
    ...(content.notes ?? []),
    `-- \n${businessName}\n${contactEmail}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n')

const stylesOf = (accent: string, tint: string) => ({
  page: 'margin:0;padding:24px 12px;background:#f6f8f9;',
  card: 'max-width:560px;margin:0 auto;padding:28px 28px 20px;background:#ffffff;border:1px solid #e2e7ea;border-radius:8px;font-family:-apple-system,Segoe UI,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5;color:#1b2327;',
  brand: 'margin:0 0 20px;font-size:14px;font-weight:600;color:#56636b;',
  heading: 'margin:0 0 12px;font-size:21px;line-height:1.3;color:#1b2327;',
  paragraph: 'margin:0 0 14px;',
  fact: 'margin:0 0 4px;overflow-wrap:anywhere;',
  label: 'color:#56636b;',
  facts: `margin:0 0 18px;padding:12px 16px;background:${tint};border-radius:6px;`,
  button: `display:inline-block;margin:6px 0 18px;padding:12px 22px;background:${accent};border-radius:6px;color:#ffffff;font-weight:600;text-decoration:none;`,
  note: 'margin:0 0 10px;font-size:14px;color:#56636b;overflow-wrap:anywhere;',
  footer:
    'margin:20px 0 0;padding:14px 0 0;border-top:1px solid #e2e7ea;font-size:13px;color:#56636b;',
  link: `color:${accent};`,
})

type Styles = ReturnType<typeof stylesOf>

const htmlOf = (sender: Sender, content: MailContent): string => {
  const { businessName, businessColor, contactEmail } = sender
  const scale = accentScale(businessColor)
  const styles = stylesOf(scale[7], scale[0])
  const { heading, paragraphs, facts = [], button, notes = [] } = content
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(content.subject)}</title></head>`,
    `<body style="${styles.page}"><div style="${styles.card}">`,
    `<p style="${styles.brand}">${escapeHtml(businessName)}</p>`,
    `<h1 style="${styles.heading}">${escapeHtml(heading)}</h1>`,
    ...paragraphs.map((text) => `<p style="${styles.paragraph}">${escapeHtml(text)}</p>`),
    facts.length > 0
      ? `<div style="${styles.facts}">${facts.map((fact) => factHtml(styles, fact)).join('')}</div>`
      : '',
    button ? buttonHtml(styles, button) : '',
    ...notes.map((text) => `<p style="${styles.note}">${escapeHtml(text)}</p>`),
    `<p style="${styles.footer}">${escapeHtml(businessName)} · `,
    `<a href="mailto:${escapeHtml(contactEmail)}" style="${styles.link}">${escapeHtml(contactEmail)}</a></p>`,
    '</div></body></html>\n',
  ].join('')
}

const factHtml = (styles: Styles, [label, value]: readonly [string, string]): string =>
  `<p style="${styles.fact}"><span style="${styles.label}">${escapeHtml(label)}:</span> <strong>${escapeHtml(value)}</strong></p>`

/** Also shows the URL, because some email clients disable buttons and some people don't trust them. */
const buttonHtml = (styles: Styles, { text, url }: { text: string; url: string }): string =>
  `<p style="margin:0;"><a href="${escapeHtml(url)}" style="${styles.button}">${escapeHtml(text)}</a></p>` +
  `<p style="${styles.note}">Or open this link: <a href="${escapeHtml(url)}" style="${styles.link}">${escapeHtml(url)}</a></p>`
