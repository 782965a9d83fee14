// Sets security headers, the charset of drawings, and a strict content security policy for pages.
import type { FastifyInstance } from 'fastify'
import type { PageHosts } from '../providers/payment-provider.ts'

const SVG = 'image/svg+xml'

export const headersFor = (publicUrl: string): Readonly<Record<string, string>> => ({
  // For API responses, which are never documents. Pages have their own policy.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  // PayPal and card windows message the page that opened them.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
})

export const securityHeaders = (app: FastifyInstance, publicUrl: string): void => {
  const headers = headersFor(publicUrl)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // The package that serves files names the charset of text, but not of drawings.
    if (reply.getHeader('content-type') === SVG) reply.type(`${SVG}; charset=utf-8`)
    done()
  })
}

export const pagePolicy = (nonce: string, hosts: PageHosts): string =>
  [
    "default-src 'self'",
    `script-src 'self' ${hosts.hasInlineScripts ? `'nonce-${nonce}' ` : ''}${join(hosts.script)}`,
    `style-src 'self' 'nonce-${nonce}' ${join(hosts.style)}`,
    `img-src 'self' data: ${join(hosts.img)}`,
    `connect-src 'self' ${join(hosts.connect)}`,
    `frame-src 'self' ${join(hosts.frame)}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
    .map((directive) => directive.trim())
    .join('; ')

const join = (hosts: readonly string[] = []): string => hosts.join(' ')
