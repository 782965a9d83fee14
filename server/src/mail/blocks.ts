// The building blocks of an email's HTML: a callout, facts, a list and a button.
import { escapeHtml } from '../lib/escape.ts'
import type { Fact, MailContent } from './content.ts'
import type { Role } from './palette.ts'

const FONT = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;"
/** A long word breaks instead of widening the email. */
export const TEXT = `${FONT}line-height:1.5;overflow-wrap:anywhere;`
export const FIGURES = 'font-variant-numeric:tabular-nums;'

/** One element with its inline style. The roles are its colors and its class names. */
export type Draw = (tag: string, roles: readonly Role[], style: string, inner: string) => string

/** For layout only, so screen readers don't announce it. */
export const TABLE = 'table role="presentation" cellpadding="0" cellspacing="0" border="0"'
export const FULL_TABLE = `${TABLE} width="100%"`

export const callout = (
  draw: Draw,
  { tone, label, text }: NonNullable<MailContent['callout']>,
): string => {
  const roles: Role[] = tone === 'warning' ? ['warn', 'onWarn'] : ['soft', 'text']
  const inner = `${label ? `<strong>${escapeHtml(label)}:</strong> ` : ''}${escapeHtml(text).replaceAll('\n', '<br>')}`
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
export const facts = (draw: Draw, { facts: listed = [], total }: MailContent): string => {
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

export const items = (draw: Draw, listed: readonly string[]): string => {
  if (listed.length === 0) return ''
  const rows = listed.map(
    (item) => `<tr>${draw('td', ['text', 'line'], ROW, escapeHtml(item))}</tr>`,
  )
  return `<${FULL_TABLE} style="margin:20px 0 0;">${rows.join('')}</table>`
}

export const button = (
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
