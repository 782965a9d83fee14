// What browsers need of every stand-in: calls from the product's own pages, and plain forms.
import type { FastifyInstance } from 'fastify'
import { isLocalUrl } from '../local.ts'

/**
 * Any page on this machine may call; a page from elsewhere may read nothing and change nothing,
 * so that a website a developer happens to visit cannot reset or fill the sandbox.
 */
export const allowLocalPages = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    if (origin === undefined) return
    if (!isLocalUrl(origin)) {
      if (request.method === 'GET' || request.method === 'HEAD') return
      return reply.code(403).send({ error: 'Only pages on this machine may use the sandbox.' })
    }
    reply.header('access-control-allow-origin', origin).header('vary', 'origin')
    const method = request.headers['access-control-request-method']
    if (request.method !== 'OPTIONS' || method === undefined) return
    return reply
      .code(204)
      .header('access-control-allow-methods', method)
      .header(
        'access-control-allow-headers',
        request.headers['access-control-request-headers'] ?? '',
      )
      .header('access-control-max-age', '600')
      .send()
  })
}

/** The fields of a form as an object; where a name repeats, the last one counts. */
export const parseForms = (app: FastifyInstance): void => {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string | Buffer) =>
      Object.fromEntries(new URLSearchParams(String(body))),
  )
}

/** Whether a person sent this from a page, so that the answer should be a page again. */
export const isForm = (contentType: string | undefined): boolean =>
  contentType?.startsWith('application/x-www-form-urlencoded') === true
