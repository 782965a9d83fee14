// The mailbox's pages: the list of emails, one email, and its attachments.
import type { FastifyInstance } from 'fastify'
import {
  buttonForm,
  dataTable,
  type Html,
  html,
  type NavLink,
  sendPage,
  timeText,
} from '../web/pages.ts'
import { splitAtLinks } from './links.ts'
import type { Message, Messages } from './messages.ts'

type ById = { Params: { id: string } }

/** `/mail/messages` has all of them. */
const LISTED_MAX = 200
const nav: readonly NavLink[] = [{ title: 'Mailbox', path: '/mail' }]

/** The frame of an email runs no scripts and loads nothing from other hosts; links open in a new tab. */
const FRAME = 'allow-popups allow-popups-to-escape-sandbox'
const FRAME_POLICY = `sandbox ${FRAME}; default-src 'none'; style-src 'unsafe-inline'; img-src data: http://localhost:*`

export const mailPages = (app: FastifyInstance, messages: Messages): void => {
  app.get('/', (_request, reply) =>
    sendPage(reply, { title: 'Mailbox', body: listBody(messages.list(), messages.count()) }),
  )
  // A form can't send DELETE.
  app.post('/clear', (_request, reply) => {
    messages.clear()
    return reply.redirect('/mail', 303)
  })
  app.get<ById>('/read/:id', (request, reply) => {
    const message = messages.find(request.params.id)
    if (!message) return sendPage(reply, MISSING, 404)
    return sendPage(reply, {
      title: message.subject || '(no subject)',
      nav,
      body: messageBody(message),
    })
  })
  app.get<ById>('/messages/:id/html', (request, reply) => {
    const message = messages.find(request.params.id)
    if (!message) return reply.code(404).send({ error: "We couldn't find that message." })
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', FRAME_POLICY)
      .send(`<!doctype html><base target="_blank">${withImages(message, messages)}`)
  })
  app.get<{ Params: { id: string; index: string } }>(
    '/messages/:id/attachments/:index',
    (request, reply) => {
      const { id, index } = request.params
      const described = messages.find(id)?.attachments[Number(index)]
      const bytes = messages.file(id, Number(index))
      if (!described || !bytes)
        return reply.code(404).send({ error: "We couldn't find that file." })
      return reply
        .type(described.type)
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', 'sandbox')
        .header(
          'content-disposition',
          `attachment; filename*=UTF-8''${encodeURIComponent(described.name)}`,
        )
        .send(bytes)
    },
  )
}

/** Puts the email's own images into its HTML, as an email client does. */
const withImages = ({ id, html: content, attachments }: Message, messages: Messages): string =>
  attachments.reduce((shown, { contentId, type }, index) => {
    if (contentId === undefined) return shown
    const data = messages.file(id, index)?.toString('base64') ?? ''
    return shown.replaceAll(`"cid:${contentId}"`, `"data:${type};base64,${data}"`)
  }, content)

const MISSING = {
  title: 'Email not found',
  nav,
  body: html`<p>It may have been deleted when the sandbox was reset.</p>`,
}

const listBody = (all: readonly Message[], count: number): Html => html`
<p>All emails from the app arrive here and go no further. Reload the page to check for new ones.</p>
${dataTable(
  'Messages',
  ['Subject', 'To', 'Arrived'],
  all
    .slice(0, LISTED_MAX)
    .map((message) => [
      html`<a href="/mail/read/${message.id}">${message.subject || '(no subject)'}</a>`,
      message.to,
      timeText(message.date),
    ]),
  'No emails yet. They appear here as soon as the app sends them.',
)}
${count > LISTED_MAX && html`<p class="after muted">Showing the newest ${LISTED_MAX} of ${count}.</p>`}
${count > 0 && html`<div class="after">${buttonForm('/mail/clear', 'Delete all emails')}</div>`}`

const messageBody = (message: Message): Html => html`
<dl>
<dt>To</dt><dd>${message.to}</dd>
<dt>From</dt><dd>${message.from}</dd>
${message.sentThrough && html`<dt>Sent through Gmail by</dt><dd>${message.sentThrough}</dd>`}
<dt>Arrived</dt><dd>${timeText(message.date)}</dd>
<dt>Message-ID</dt><dd><code>${message.messageId || 'None'}</code></dd>
</dl>
${
  message.links.length > 0 &&
  html`<h2>Links</h2><ul class="links">${message.links.map((link) => html`<li>${anchor(link)}</li>`)}</ul>`
}
${
  message.attachments.some(isListed) &&
  html`<h2>Attachments</h2><ul class="links">${message.attachments.map(
    (file, index) =>
      isListed(file) &&
      html`<li><a href="/mail/messages/${message.id}/attachments/${index}">${file.name}</a> <span class="muted">${file.type}, ${size(file.bytes)}</span></li>`,
  )}</ul>`
}
${
  message.html !== '' &&
  html`<h2>Message</h2><iframe class="mail" title="The email as the recipient sees it" sandbox="${FRAME}" src="/mail/messages/${message.id}/html"></iframe>`
}
${
  message.text !== '' &&
  html`<h2>${message.html === '' ? 'Message' : 'Plain text'}</h2><pre class="text" tabindex="0">${splitAtLinks(
    message.text,
  ).map((piece) => (piece.link ? anchor(piece.text) : piece.text))}</pre>`
}
${
  message.headers &&
  html`<h2>Headers</h2><pre class="text" tabindex="0">${message.headers
    .map(({ name, value }) => `${name}: ${value}`)
    .join('\n')}</pre>`
}`

/** Images inside the HTML aren't attachments to the reader. */
const isListed = ({ contentId }: Message['attachments'][number]): boolean => contentId === undefined

const anchor = (url: string): Html =>
  html`<a href="${url}" target="_blank" rel="noopener">${url}</a>`

const size = (bytes: number): string =>
  bytes < 1024 ? `${bytes} bytes` : `${Math.ceil(bytes / 1024).toLocaleString('en-US')} kB`
