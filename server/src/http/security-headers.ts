// Sets security headers and a strict content security policy for pages.
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { PageHosts } from '../providers/payment-provider.ts'

export const securityHeaders = async (app: FastifyInstance, publicUrl: string): Promise<void> => {
  await app.register(helmet, {
    // For API responses, which are never documents. Pages have their own policy.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    strictTransportSecurity: publicUrl.startsWith('https:')
      ? { maxAge: 31_536_000, includeSubDomains: false }
      : false,
    // PayPal and card windows message the page that opened them.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
}

export const pagePolicy = (nonce: string, hosts: PageHosts): string =>
  [
    "default-src 'self'",
    `script-src 'self' ${join(hosts.script)}`,
    `style-src 'self' 'nonce-${nonce}'`,
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
