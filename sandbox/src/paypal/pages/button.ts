// What browsers get: the script for the product's page, and the button it shows in a frame.
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { joinScripts, sendFrame, serveScript } from '../../web/browser-scripts.ts'
import { html } from '../../web/pages.ts'
import { CLIENT_ID } from '../ids.ts'

const FOLDER = new URL('../browser/', import.meta.url)
const CLIENTS = [CLIENT_ID, 'test', 'sb']

export const registerButton = (app: FastifyInstance): void => {
  const sdk = joinScripts(FOLDER, [
    '@page-side',
    '@dialog',
    'funding',
    'checkout',
    'buttons',
    'sdk',
  ])
  const style = readFileSync(new URL('button.css', FOLDER), 'utf8')
  serveScript(app, '/js/button.js', joinScripts(FOLDER, ['@frame-side', 'button-frame']))
  serveScript(app, '/js/window-done.js', joinScripts(FOLDER, ['window-done']))

  app.get<{ Querystring: { 'client-id'?: string } }>('/sdk/js', (request, reply) => {
    reply
      .type('text/javascript; charset=utf-8')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', 'no-cache')
    // As PayPal does: the script fails to load, and its body says why.
    if (!CLIENTS.includes(request.query['client-id'] ?? ''))
      return reply
        .code(400)
        .send(
          "throw new Error('SDK Validation error: client-id not recognized for either production or sandbox');",
        )
    return reply.send(sdk)
  })
  app.get('/button.css', { config: { ownPage: true } }, (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(style),
  )
  app.get('/button', { config: { ownPage: true } }, (_request, reply) =>
    sendFrame(reply, { title: 'PayPal', style: '/paypal/button.css', body: BUTTON }),
  )
}

const BUTTON = html`<button type="button" data-funding-source="paypal" aria-label="PayPal" aria-disabled="false">
<span class="before"></span><span class="mark"><b>Pay</b><i>Pal</i></span><span class="after"></span>
</button>
<script src="/paypal/js/button.js"></script>`
