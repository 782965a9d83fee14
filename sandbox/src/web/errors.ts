// Bad input to the sandbox's own calls: which field is wrong and what it may be.
import type { FastifyInstance } from 'fastify'
import { isForm } from './browser.ts'
import { html, sendPage } from './pages.ts'

/** Answers failed checks in a scope with `{error}`, or with a page where a person sent a form. */
export const explainErrors = (app: FastifyInstance): void => {
  app.setErrorHandler((error, request, reply) => {
    const { status, message } = explain(error)
    if (status >= 500) console.error(error)
    if (!isForm(request.headers['content-type'])) return reply.code(status).send({ error: message })
    return sendPage(
      reply,
      {
        title: 'That did not work',
        body: html`<p class="notice bad" role="alert">${message}</p><p><a href="/">Back to the start page</a></p>`,
      },
      status,
    )
  })
}

export const answerNotFound = (app: FastifyInstance): void => {
  app.setNotFoundHandler((request, reply) =>
    request.headers.accept?.includes('text/html')
      ? sendPage(reply, NOT_FOUND_PAGE, 404)
      : reply.code(404).send({ error: 'There is nothing at this address.' }),
  )
}

const NOT_FOUND_PAGE = {
  title: 'Nothing here',
  body: html`<p>There is nothing at this address. <a href="/">Back to the start page</a></p>`,
}

const explain = (error: unknown): { status: number; message: string } => {
  if (!(error instanceof Error)) return { status: 500, message: 'The sandbox failed.' }
  const status =
    'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
  const first =
    'validation' in error && Array.isArray(error.validation) ? error.validation[0] : undefined
  const allowed: unknown = first?.params?.allowedValues
  // Fastify starts with where it looked, such as `body/times`; the field's name is enough.
  const message = error.message.replace(/^body[/ ]/, '')
  const extra: unknown = first?.params?.additionalProperty
  if (typeof extra === 'string') return { status, message: `there is no field "${extra}"` }
  return { status, message: Array.isArray(allowed) ? `${message}: ${allowed.join(', ')}` : message }
}
