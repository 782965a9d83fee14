import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { securityHeaders } from './security-headers.ts'

it('names the charset of drawings, and of nothing else', async () => {
  const app = Fastify()
  securityHeaders(app, 'https://invoices.finch-studio.com')
  app.get('/icon.svg', (_request, reply) => reply.type('image/svg+xml').send('<svg/>'))
  app.get('/logo.png', (_request, reply) => reply.type('image/png').send('png'))
  const typeOf = async (url: string) => (await app.inject(url)).headers['content-type']
  expect(await typeOf('/icon.svg')).toBe('image/svg+xml; charset=utf-8')
  expect(await typeOf('/logo.png')).toBe('image/png')
})
