// What stand-ins serve to the product's pages: bare documents for frames, and scripts joined from their files,
// because the real ones are one classic script each.
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Html, html } from './pages.ts'

/** `import … from '…'` may spread over lines; what it names is already there once the files are joined. */
const IMPORTS = /^import [^;']*? from '[^']+'\n/gm
const EXPORTS = /^export (?=const |class )/gm

const SHARED = new URL('scripts/', import.meta.url)

/**
 * The files in their order as one script that leaves nothing behind but what it sets on `window`.
 * A name that starts with `@` is one of those that the stand-ins share.
 */
export const joinScripts = (folder: URL, names: readonly string[]): string => {
  const parts = names.map((name) => {
    const file = name.startsWith('@')
      ? new URL(`${name.slice(1)}.js`, SHARED)
      : new URL(`${name}.js`, folder)
    return readFileSync(file, 'utf8').replace(IMPORTS, '').replace(EXPORTS, '')
  })
  return `(() => {\n'use strict'\n${parts.join('\n')}\n})()\n`
}

/** Serves a script, to pages of the product too; faults may strike it like any call. */
export const serveScript = (app: FastifyInstance, path: string, code: string): void => {
  app.get(path, (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', 'no-cache')
      .send(code),
  )
}

type FrameParts = { readonly title: string; readonly style?: string; readonly body: Html }

/** A bare document for a frame: only pages of this machine may hold it, and it calls only the sandbox. */
export const sendFrame = (reply: FastifyReply, { title, style, body }: FrameParts): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header(
      'content-security-policy',
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors http://localhost:* http://127.0.0.1:*",
    )
    .send(
      html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
${style && html`<link rel="stylesheet" href="${style}">`}</head><body>${body}</body></html>`.text,
    )
