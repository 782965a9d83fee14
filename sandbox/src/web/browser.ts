// Handles requests from browsers: calls from the app's pages, and HTML forms.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isLocalUrl } from '../local.ts'

/**
 * Lets pages on this machine call the sandbox. Other websites can't read or change anything, so a
 * site that a developer happens to visit can't reset or fill the sandbox.
 */
export const allowLocalPages = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    if (origin === undefined) return
    if (!isLocalUrl(origin)) {
      if (request.method === 'GET' || request.method === 'HEAD') return
      return reply.code(403).send({ error: 'Only pages on this machine can use the sandbox.' })
    }
    reply.header('access-control-allow-origin', origin).header('vary', 'origin')
    const method = request.headers['access-control-request-method']
    if (request.method !== 'OPTIONS' || method === undefined) return
    const headers = request.headers['access-control-request-headers'] ?? ''
    return reply
      .code(204)
      .header('access-control-allow-methods', method)
      .header('access-control-allow-headers', headers)
      .header('access-control-max-age', '600')
      .send()
  })
}

/** Parses a form into an object; if a name repeats, the last value wins. */
export const parseForms = (app: FastifyInstance): void => {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string | Buffer) =>
      Object.fromEntries(new URLSearchParams(String(body))),
  )
}

export const isForm = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true

/** Answers a change: a form is redirected to the page that shows the result, a program gets the result or 204. */
export const answerChange = (
  request: FastifyRequest,
  reply: FastifyReply,
  page: string,
  result?: unknown,
): FastifyReply => {
  if (isForm(request)) return reply.redirect(page, 303)
  return result === undefined ? reply.code(204).send() : reply.send(result)
}

/** JSON objects only: no arrays, no null. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
