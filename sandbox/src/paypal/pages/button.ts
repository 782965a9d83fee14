// Serves PayPal's script and the button that it shows in a frame.
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { joinScripts, sendFrame, sendScript, serveScript } from '../../web/browser-scripts.ts'
import { pageRoutes } from '../../web/page-routes.ts'
import { html } from '../../web/pages.ts'
import { CLIENT_ID } from '../ids.ts'

const FOLDER = new URL('../browser/', import.meta.url)
const SDK = ['@page-side', '@dialog', 'checkout', 'inline', 'buttons', 'sdk']
const STYLE = readFileSync(new URL('button.css', FOLDER), 'utf8')

export const registerButton = (app: FastifyInstance): void => {
  const sdk = joinScripts(FOLDER, SDK)
  serveScript(app, '/js/button.js', joinScripts(FOLDER, ['@frame-side', 'button-frame']))
  serveScript(app, '/js/window-done.js', joinScripts(FOLDER, ['window-done']))
  app.get<{ Querystring: { 'client-id'?: string } }>('/sdk/js', (request, reply) => {
    if (request.query['client-id'] === CLIENT_ID) return sendScript(reply, sdk)
    // As PayPal does: the script fails to load, and its body says why.
    const reason = 'client-id not recognized for either production or sandbox'
    return sendScript(reply.code(400), `throw new Error('SDK Validation error: ${reason}');`)
  })
  pageRoutes(app, (pages) => {
    pages.get('/button.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLE))
    pages.get('/button', (_request, reply) =>
      sendFrame(reply, { title: 'PayPal', style: '/paypal/button.css', body: BUTTON }),
    )
  })
}

const BUTTON = html`<button type="button" data-funding-source="paypal" aria-label="PayPal" aria-disabled="false">
<span class="before"></span><span class="mark"><b>Pay</b><i>Pal</i></span>
</button>
<script src="/paypal/js/button.js"></script>`
