// Builds the HTML of an email from tables with inline styles, because email clients support little else.
import { escapeHtml } from '../escape.ts'
import type { Logo } from '../logo.ts'
import type { Fact, MailContent, Sender } from './content.ts'
import { paletteOf, type Role } from './palette.ts'

/** Names the attached logo inside the HTML. */
export const LOGO_ID = 'logo'
const WIDTH = 560
const FONT = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;"
/** A long word breaks instead of widening the email. */
const TEXT = `${FONT}line-height:1.5;overflow-wrap:anywhere;`
const FIGURES = 'font-variant-numeric:tabular-nums;'

/** One element with its inline style. The roles are its colors and its class names. */
type Draw = (tag: string, roles: readonly Role[], style: string, inner: string) => string

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

/** For layout only, so screen readers don't announce it. */
const TABLE = 'table role="presentation" cellpadding="0" cellspacing="0" border="0"'
const FULL_TABLE = `${TABLE} width="100%"`

const brand = (draw: Draw, { businessName }: Sender, logo: Logo | undefined): string => {
  const style = `${TEXT}font-size:15px;font-weight:600;`
  const name = draw('td', ['text'], style, escapeHtml(businessName))
  const picture = logo ? `${pictureOf(draw, logo)}<td width="12">&nbsp;</td>` : ''
  return `<${TABLE}><tr>${picture}${name}</tr></table>`
}

const pictureOf = (draw: Draw, { isMark }: Logo): string => {
  const [role, padding, height] = isMark ? (['tile', 0, 28] as const) : (['white', 4, 32] as const)
  const img = `<img src="cid:${LOGO_ID}" alt="" height="${height}" style="display:block;height:${height}px;width:auto;max-width:160px;">`
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
    ...(content.notes ?? []).map((text) =>
      paragraph('muted', 'margin:14px 0 0;font-size:14px;', text),
    ),
  ].join('')
}

const callout = (
  draw: Draw,
  { tone, label, text }: NonNullable<MailContent['callout']>,
): string => {
  const roles: Role[] = tone === 'warning' ? ['warn', 'onWarn'] : ['soft', 'text']
  const inner = `${label ? `<strong>${escapeHtml(label)}:</strong> ` : ''}${escapeHtml(text)}`
  const cell = draw(
    'td',
    roles,
    `${TEXT}padding:12px 16px;border-radius:8px;font-size:15px;`,
    inner,
  )
  return `<${FULL_TABLE} style="margin:18px 0 0;"><tr>${cell}</tr></table>`
}

const ROW = `${TEXT}padding:9px 0;border-top:1px solid;font-size:15px;vertical-align:top;`
/** Labels of our own are short and stay on one line. */
const LABEL_LENGTH_MAX = 20

/** Labels on the left, values on the right, and a double rule under the total. */
const facts = (draw: Draw, { facts: listed = [], total }: MailContent): string => {
  if (listed.length === 0) return ''
  const rows = listed.map((fact) => factRow(draw, fact))
  if (total) rows.push(factRow(draw, total, true))
  return `<${FULL_TABLE} style="margin:20px 0 0;">${rows.join('')}</table>`
}

const factRow = (draw: Draw, [label, value]: Fact, isTotal = false): string => {
  const style = isTotal ? `${ROW}font-weight:600;` : ROW
  const wrap = label.length > LABEL_LENGTH_MAX ? '' : 'white-space:nowrap;'
  const name = draw(
    'td',
    [isTotal ? 'text' : 'muted', 'line'],
    `${style}${wrap}padding-right:16px;`,
    escapeHtml(label),
  )
  // A long email address wraps after its @ first.
  const shown = escapeHtml(value).replace('@', '@<wbr>')
  const figure = isTotal ? draw('span', ['total'], 'border-bottom:3px double;', shown) : shown
  const cell = draw(
    'td align="right" dir="auto"',
    ['text', 'line'],
    `${style}${FIGURES}text-align:right;`,
    figure,
  )
  return `<tr>${name}${cell}</tr>`
}

const items = (draw: Draw, listed: readonly string[]): string => {
  if (listed.length === 0) return ''
  const rows = listed.map(
    (item) => `<tr>${draw('td', ['text', 'line'], ROW, escapeHtml(item))}</tr>`,
  )
  return `<${FULL_TABLE} style="margin:20px 0 0;">${rows.join('')}</table>`
}

const button = (
  draw: Draw,
  { text, url, showsUrl }: NonNullable<MailContent['button']>,
): string => {
  const href = escapeHtml(url)
  const link = draw(
    `a href="${href}"`,
    ['onButton'],
    `${FONT}display:inline-block;padding:13px 24px;font-size:16px;font-weight:600;line-height:1.25;text-decoration:none;`,
    escapeHtml(text),
  )
  // Outlook ignores the padding of a link, so there the cell has it.
  const cell = draw('td', ['button'], 'border-radius:8px;mso-padding-alt:13px 24px;', link)
  const shown = draw(`a href="${href}"`, ['link'], '', href)
  const address = draw(
    'p',
    ['muted'],
    `${TEXT}margin:16px 0 0;font-size:14px;`,
    `Or open this link: ${shown}`,
  )
  return `<${TABLE} style="margin:24px 0 0;"><tr>${cell}</tr></table>${showsUrl ? address : ''}`
}

const footerOf = (draw: Draw, { contactEmail }: Sender, { reason }: MailContent): string => {
  const email = escapeHtml(contactEmail)
  const link = draw(`a href="mailto:${email}"`, ['link'], '', email)
  return `${escapeHtml(reason)} Questions? Write to ${link}.`
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
