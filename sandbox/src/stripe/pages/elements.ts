// Serves Stripe.js and the frames that it opens.
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { joinScripts, sendFrame, serveScript } from '../../web/browser-scripts.ts'
import { pageRoutes } from '../../web/page-routes.ts'
import { type Html, html } from '../../web/pages.ts'

const FOLDER = new URL('../browser/', import.meta.url)
const SCRIPTS = {
  'v3.js': ['@page-side', '@dialog', 'listeners', 'card-element', 'stripe'],
  'card.js': ['@frame-side', 'card-rules', 'card-inputs', 'card-style', 'api', 'card-frame'],
  'controller.js': ['@frame-side', 'api', 'controller-frame'],
  'challenge-done.js': ['challenge-done'],
}
const STYLE = readFileSync(new URL('card.css', FOLDER), 'utf8')

export const registerElements = (app: FastifyInstance): void => {
  for (const [name, files] of Object.entries(SCRIPTS))
    serveScript(app, `/js/${name}`, joinScripts(FOLDER, files))
  pageRoutes(app, (pages) => {
    pages.get('/elements/card.css', (_request, reply) =>
      reply.type('text/css; charset=utf-8').send(STYLE),
    )
    pages.get('/elements/card', (_request, reply) =>
      sendFrame(reply, { title: 'Card field', style: '/stripe/elements/card.css', body: CARD }),
    )
    pages.get('/elements/controller', (_request, reply) =>
      sendFrame(reply, { title: 'Controller', body: CONTROLLER }),
    )
  })
}

const CONTROLLER = html`<script src="/stripe/js/controller.js"></script>`

const icon = (brand: string, picture: Html): Html =>
  html`<svg class="icon ${brand}" viewBox="0 0 32 21" width="28" height="18" aria-hidden="true">${picture}</svg>`

const CARD = html`<form novalidate data-brand="unknown" data-at="number">
${icon('unknown', html`<rect width="32" height="21" rx="3" class="tint"/><rect y="4" width="32" height="4" class="band"/><rect x="4" y="13" width="9" height="3" rx="1" class="band"/>`)}
${icon('visa', html`<rect width="32" height="21" rx="3" fill="#1a1f71"/><text x="16" y="15" fill="#fff" font-size="10" font-weight="700" font-style="italic" text-anchor="middle" font-family="sans-serif">VISA</text>`)}
${icon('mastercard', html`<rect width="32" height="21" rx="3" fill="#252525"/><circle cx="12.5" cy="10.5" r="6" fill="#eb001b"/><circle cx="19.5" cy="10.5" r="6" fill="#f79e1b" fill-opacity=".85"/>`)}
${icon('amex', html`<rect width="32" height="21" rx="3" fill="#016fd0"/><text x="16" y="14" fill="#fff" font-size="8" font-weight="700" text-anchor="middle" font-family="sans-serif">AMEX</text>`)}
${icon('discover', html`<rect width="32" height="21" rx="3" fill="#4d4d4d"/><circle cx="22" cy="10.5" r="5" fill="#f9a021"/><text x="9" y="13" fill="#fff" font-size="6" font-weight="700" text-anchor="middle" font-family="sans-serif">DISC</text>`)}
${icon('diners', html`<rect width="32" height="21" rx="3" fill="#0079be"/><circle cx="16" cy="10.5" r="6" fill="#fff"/>`)}
<button type="button" class="last4" tabindex="-1" aria-hidden="true"></button>
<input name="cardnumber" inputmode="numeric" autocomplete="cc-number" placeholder="Card number" aria-label="Credit or debit card number" spellcheck="false">
<input name="exp-date" inputmode="numeric" autocomplete="cc-exp" placeholder="MM / YY" aria-label="Credit or debit card expiration date" spellcheck="false">
<input name="cvc" inputmode="numeric" autocomplete="cc-csc" placeholder="CVC" aria-label="Credit or debit card CVC/CVV" spellcheck="false">
<input name="postal" autocomplete="postal-code" placeholder="ZIP" aria-label="ZIP" spellcheck="false">
<button class="submit" tabindex="-1" aria-hidden="true"></button>
</form>
<script src="/stripe/js/card.js"></script>`
