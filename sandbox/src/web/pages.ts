// Renders the sandbox's own pages: an escaping HTML template, the layout, tables, badges and form fields.
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Escaped markup; only `html` creates it. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Piece = Html | string | number | bigint | boolean | null | undefined | readonly Piece[]

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (c) => ENTITIES[c] ?? c)

const render = (piece: Piece): string => {
  if (piece instanceof Html) return piece.text
  if (Array.isArray(piece)) return piece.map(render).join('')
  // Lets templates use `condition && html…`.
  if (piece === null || piece === undefined || typeof piece === 'boolean') return ''
  return escapeHtml(String(piece))
}

/** Escapes every value except markup made by `html` itself. Always quote attribute values. */
export const html = (strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html =>
  new Html(strings.reduce((text, next, index) => text + render(pieces[index - 1]) + next))

export type NavLink = { readonly title: string; readonly path: string; readonly current?: boolean }

export type PageParts = {
  readonly title: string
  readonly body: Html
  /** Links within this emulator, shown under the header. */
  readonly nav?: readonly NavLink[]
  /** A narrow column, for pages with one question. */
  readonly narrow?: boolean
  /** A message at the top, such as the result of a form. */
  readonly notice?: string | undefined
}

export const layout = ({ title, body, nav = [], narrow, notice }: PageParts): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Sandbox</title>
<link rel="stylesheet" href="/sandbox.css">
<link rel="icon" href="/sandbox.svg" type="image/svg+xml">
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="top">
<a class="brand" href="/"><img src="/sandbox.svg" alt="" width="24" height="24">Sandbox</a>
<p>Nothing here is real. No money moves and no email leaves this machine.</p>
</header>
${
  nav.length > 0 &&
  html`<nav class="area" aria-label="This service"><ul>${nav.map(
    (link) =>
      html`<li><a href="${link.path}"${link.current === true && html` aria-current="page"`}>${link.title}</a></li>`,
  )}</ul></nav>`
}
<main id="content"${narrow === true && html` class="narrow"`}>
<h1>${title}</h1>
${notice && html`<p class="notice" role="status">${notice}</p>`}
${body}
</main>
</body>
</html>`.text

const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "frame-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'self' http://localhost:* http://127.0.0.1:*",
].join('; ')

/** Pages run only the sandbox's own scripts, and only local pages can frame them. */
export const sendPage = (reply: FastifyReply, parts: PageParts, status = 200): FastifyReply =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', PAGE_POLICY)
    .send(layout(parts))

export type Tone = 'neutral' | 'good' | 'warning' | 'bad'

export const badge = (text: string, tone: Tone = 'neutral'): Html =>
  html`<span class="badge ${tone}">${text}</span>`

type Column = string | { readonly title: string; readonly numeric: true }

/**
 * On a narrow screen each row becomes a list with the column's title before each value. The roles
 * are explicit because that change of display drops them.
 */
export const dataTable = (
  label: string,
  columns: readonly Column[],
  rows: readonly (readonly Piece[])[],
  empty = 'Nothing here yet.',
): Html => {
  if (rows.length === 0) return html`<p class="empty">${empty}</p>`
  const titles = columns.map((column) => (typeof column === 'string' ? column : column.title))
  const alignment = columns.map((column) => typeof column !== 'string' && html` class="number"`)
  const head = titles.map(
    (title, index) => html`<th scope="col" role="columnheader"${alignment[index]}>${title}</th>`,
  )
  const cell = (content: Piece, index: number) =>
    html`<td role="cell" data-title="${titles[index]}"${alignment[index]}><div>${
      render(content) === '' ? html`<span class="muted">–</span>` : content
    }</div></td>`
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table role="table">
<thead role="rowgroup"><tr role="row">${head}</tr></thead>
<tbody role="rowgroup">${rows.map((cells) => html`<tr role="row">${cells.map(cell)}</tr>`)}</tbody>
</table></div>`
}

export const moneyText = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount)

const dateTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' })

export const timeText = (iso: string): Html =>
  html`<time class="nowrap" datetime="${iso}">${dateTime.format(new Date(iso))}</time>`

type Card = { readonly title: string; readonly path: string; readonly summary: string }

export const cardList = (cards: readonly Card[]): Html =>
  html`<ul class="cards">${cards.map(
    ({ title, path, summary }) =>
      html`<li class="card"><h2><a href="${path}">${title}</a></h2><p>${summary}</p></li>`,
  )}</ul>`

/** A form of labeled fields in a row, with its button at the end. */
export const fieldsForm = (action: string, fields: Piece, button = 'Save'): Html =>
  html`<form class="fields" method="post" action="${action}">${fields}<button>${button}</button></form>`

export const selectField = (
  label: string,
  name: string,
  choices: Readonly<Record<string, string>>,
  current = '',
): Html =>
  html`<label>${label}<select name="${name}">${Object.entries(choices).map(
    ([value, text]) =>
      html`<option value="${value}"${value === current && html` selected`}>${text}</option>`,
  )}</select></label>`

export const numberField = (
  label: string,
  name: string,
  value: number,
  { min, max, optional }: { readonly min: number; readonly max: number; readonly optional?: true },
): Html =>
  html`<label>${label}<input name="${name}" type="number" min="${min}" max="${max}" value="${value}"${!optional && html` required`}></label>`

export const textField = (label: string, name: string, value = '', hint = ''): Html =>
  html`<label>${label}<input name="${name}" value="${value}" maxlength="${TEXT_LENGTH_MAX}" placeholder="${hint}" autocomplete="off"></label>`

/** A form that is only a button. */
export const buttonForm = (action: string, label: string, style = ''): Html =>
  html`<form method="post" action="${action}"><button class="${style}">${label}</button></form>`

/** The longest text that a field of the sandbox's own forms takes. */
export const TEXT_LENGTH_MAX = 300

const STYLES = ['styles/base.css', 'styles/parts.css', 'styles/forms.css']
  .map((path) => readFileSync(new URL(path, import.meta.url), 'utf8'))
  .join('\n')

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" fill="#0f6b6b"/><path d="M5 15.5 12 19l7-3.5M5 12l7 3.5 7-3.5M12 5 5 8.5 12 12l7-3.5z" fill="none" stroke="#fff" stroke-width="1.7" stroke-linejoin="round"/></svg>`

export const servePageParts = (app: FastifyInstance): void => {
  app.get('/sandbox.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLES))
  app.get('/sandbox.svg', (_request, reply) => reply.type('image/svg+xml').send(ICON))
}
