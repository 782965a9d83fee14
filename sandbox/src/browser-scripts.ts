// The scripts that stand-ins serve to browsers, joined from their files: the real ones are one classic
// script each, and a page's policy may allow nothing else.
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

/** `import … from '…'` may spread over lines; what it names is already there once the files are joined. */
const IMPORTS = /^import [^;']*? from '[^']+'\n/gm
const EXPORTS = /^export (?=const |class )/gm

/** The files in their order as one script that leaves nothing behind but what it sets on `window`. */
export const joinScripts = (folder: URL, names: readonly string[]): string => {
  const parts = names.map((name) =>
    readFileSync(new URL(`${name}.js`, folder), 'utf8')
      .replace(IMPORTS, '')
      .replace(EXPORTS, ''),
  )
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
