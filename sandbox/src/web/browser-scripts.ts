// Serves scripts and frame documents to the app's pages. Each script is bundled from its files.
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Html, html } from './pages.ts'

/** Imports can span lines; a bundle doesn't need them. */
const IMPORTS = /^import [^;']*? from '[^']+'\n/gm
const EXPORTS = /^export (?=const |class )/gm

const SHARED = new URL('scripts/', import.meta.url)

/** Joins files into one classic script. A name that starts with `@` is a shared script. */
export const joinScripts = (folder: URL, names: readonly string[]): string => {
  const parts = names.map((name) => {
    const file = name.startsWith('@')
      ? new URL(`${name.slice(1)}.js`, SHARED)
      : new URL(`${name}.js`, folder)
    return readFileSync(file, 'utf8').replace(IMPORTS, '').replace(EXPORTS, '')
  })
  return `(() => {\n'use strict'\n${parts.join('\n')}\n})()\n`
}

/** Faults can hit scripts like any API call. */
export const serveScript = (app: FastifyInstance, path: string, code: string): void => {
  app.get(path, (_request, reply) => sendScript(reply, code))
}

export const sendScript = (reply: FastifyReply, code: string): FastifyReply =>
  reply
    .type('text/javascript; charset=utf-8')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('cache-control', 'no-cache')
    .send(code)

type FrameParts = { readonly title: string; readonly style?: string; readonly body: Html }

/** A frame document. Only pages on this machine can frame it, and it can call only the sandbox. */
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
