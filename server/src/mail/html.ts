// Builds the HTML of an email from tables with inline styles, because email clients support little else.

import type { Logo } from '../brand/logo.ts'
import { escapeHtml } from '../lib/escape.ts'
import {
  button,
  callout,
  type Draw,
  FIGURES,
  FULL_TABLE,
  facts,
  items,
  TABLE,
  TEXT,
} from './blocks.ts'
import type { MailContent, Sender } from './content.ts'
import { paletteOf, type Role } from './palette.ts'

/** Names the attached logo inside the HTML. */
export const LOGO_ID = 'logo'
const WIDTH = 560

export const htmlOf = (sender: Sender, content: MailContent, logo: Logo | undefined): string => {
  const { inline, styleSheet } = paletteOf(sender.businessColor)
  const draw: Draw = (tag, roles, style, inner) => {
    const [name] = tag.split(' ')
    const colors = roles.map(inline).join('')
    return `<${tag} class="${roles.join(' ')}" style="${style}${colors}">${inner}</${name}>`
  }
  const head = draw(
    'td',
    ['line'],
    'padding:18px 24px;border-bottom:1px solid;',
    brand(draw, sender, logo),
  )
  const body = `<td style="padding:26px 24px 28px;">${bodyOf(draw, content)}</td>`
  const card = draw(
    FULL_TABLE,
    ['card', 'line'],
    'border:1px solid;border-radius:12px;border-collapse:separate;',
    `<tr>${head}</tr><tr>${body}</tr>`,
  )
  const footer = draw(
    'p',
    ['muted'],
    `${TEXT}margin:16px 25px 0;font-size:13px;`,
    footerOf(draw, sender, content),
  )
  return page(draw, content, { styleSheet, inner: card + footer })
}

const brand = (draw: Draw, { businessName }: Sender, logo: Logo | undefined): string => {
  const style = `${TEXT}font-size:15px;font-weight:600;`
  const name = draw('td', ['text'], style, escapeHtml(businessName))
  const picture = logo ? `${pictureOf(draw, logo)}<td width="12">&nbsp;</td>` : ''
  return `<${TABLE}><tr>${picture}${name}</tr></table>`
}

const pictureOf = (draw: Draw, { isMark }: Logo): string => {
  const [role, padding, height] = isMark ? (['tile', 0, 28] as const) : (['white', 4, 32] as const)
  const img = `<img src="cid:${LOGO_ID}" alt="" height="${height}" style="display:block;width:auto;height:auto;max-width:160px;max-height:${height}px;">`
  return draw('td', [role], `padding:${padding}px;border-radius:7px;line-height:0;`, img)
}

const bodyOf = (draw: Draw, content: MailContent): string => {
  const paragraph = (role: Role, style: string, text: string | undefined) =>
    text ? draw('p', [role], `${TEXT}${style}`, escapeHtml(text)) : ''
  return [
    draw(
      'h1',
      ['text'],
      `${TEXT}margin:0;font-size:21px;font-weight:600;line-height:1.35;letter-spacing:-0.01em;`,
      escapeHtml(content.heading),
    ),
    paragraph(
      'text',
      `${FIGURES}margin:8px 0 0;font-size:36px;font-weight:700;line-height:1.2;letter-spacing:-0.025em;`,
      content.amount,
    ),
    paragraph('muted', 'margin:4px 0 0;font-size:14px;', content.caption),
    ...content.paragraphs.map((text) => paragraph('text', 'margin:14px 0 0;font-size:16px;', text)),
    content.callout ? callout(draw, content.callout) : '',
    facts(draw, content),
    items(draw, content.items ?? []),
    content.button ? button(draw, content.button) : '',
    content.link ? linkOf(draw, content.link) : '',
    ...(content.notes ?? []).map((text) =>
      paragraph('muted', 'margin:14px 0 0;font-size:14px;', text),
    ),
  ].join('')
}

const linkOf = (draw: Draw, { text, url }: NonNullable<MailContent['link']>): string => {
  const link = draw(`a href="${escapeHtml(url)}"`, ['link'], 'font-weight:600;', escapeHtml(text))
  return draw('p', ['text'], `${TEXT}margin:18px 0 0;font-size:16px;`, link)
}

const footerOf = (draw: Draw, sender: Sender, { reason }: MailContent): string => {
  const { businessName, businessAddress, contactEmail } = sender
  const email = escapeHtml(contactEmail)
  const link = draw(`a href="mailto:${email}"`, ['link'], '', email)
  const address =
    businessAddress.length > 0
      ? `<br>${escapeHtml([businessName, ...businessAddress].join(', '))}`
      : ''
  return `${escapeHtml(reason)} Questions? Write to ${link}.${address}`
}

const page = (
  draw: Draw,
  { subject, amount, paragraphs, callout: box }: MailContent,
  { styleSheet, inner }: { styleSheet: string; inner: string },
): string => {
  // Inboxes show this beside the subject.
  const preview = [amount, paragraphs[0] ?? box?.text].filter(Boolean).join('. ')
  // Outlook ignores max-width.
  const column =
    `<!--[if mso]><${TABLE} width="${WIDTH}" align="center"><tr><td><![endif]-->` +
    `<div style="max-width:${WIDTH}px;margin:0 auto;text-align:left;">${inner}</div>` +
    '<!--[if mso]></td></tr></table><![endif]-->'
  const outer = draw(
    FULL_TABLE,
    ['page'],
    '',
    `<tr><td align="center" style="padding:28px 12px 40px;">${column}</td></tr>`,
  )
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(subject)}</title><style>${styleSheet}</style></head>`,
    draw(
      'body',
      ['page'],
      'margin:0;padding:0;',
      `<div style="display:none;max-height:0;overflow:hidden;">${escapeHtml(preview)}</div>${outer}`,
    ),
    '</html>\n',
  ].join('')
}
