// Registers pages for people, and explains bad input to them and to programs.
import type { FastifyInstance } from 'fastify'
import { isForm } from './browser.ts'
import { html, sendPage } from './pages.ts'

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with Fastify's own.
  interface FastifyContextConfig {
    /** A page or control of the sandbox itself, which faults never hit. */
    ownPage?: boolean
  }
}

/** A scope for the sandbox's own pages and controls. */
export const pageRoutes = (app: FastifyInstance, register: (pages: FastifyInstance) => void) =>
  app.register(async (pages) => {
    pages.addHook('onRoute', (route) => {
      route.config = { ...route.config, ownPage: true }
    })
    explainErrors(pages)
    register(pages)
  })

/** Answers failed checks with `{error}`, or with a page if a person sent a form. */
export const explainErrors = (app: FastifyInstance): void => {
  app.setErrorHandler((error, request, reply) => {
    const { status, message } = explain(error)
    if (status >= 500) console.error(error)
    if (!isForm(request)) return reply.code(status).send({ error: message })
    const body = html`<p class="notice bad" role="alert">${message}</p><p><a href="/">Back to the sandbox</a></p>`
    return sendPage(reply, { title: "That didn't work", body }, status)
  })
}

export const answerNotFound = (app: FastifyInstance): void => {
  app.setNotFoundHandler((request, reply) =>
    request.headers.accept?.includes('text/html')
      ? sendPage(reply, NOT_FOUND_PAGE, 404)
      : reply.code(404).send({ error: "We couldn't find that." }),
  )
}

const NOT_FOUND_PAGE = {
  title: 'Page not found',
  body: html`<p>We couldn't find that page. <a href="/">Back to the sandbox</a></p>`,
}

const explain = (error: unknown): { status: number; message: string } => {
  if (!(error instanceof Error)) return { status: 500, message: 'The sandbox failed.' }
  const status =
    'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
  const first =
    'validation' in error && Array.isArray(error.validation) ? error.validation[0] : undefined
  const allowed: unknown = first?.params?.allowedValues
  // Fastify starts with the place, such as `body/times`; the field's name is enough.
  const message = error.message.replace(/^body[/ ]/, '')
  const extra: unknown = first?.params?.additionalProperty
  if (typeof extra === 'string') return { status, message: `unknown field "${extra}"` }
  return { status, message: Array.isArray(allowed) ? `${message}: ${allowed.join(', ')}` : message }
}
