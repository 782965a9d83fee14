// The files a page begins with, named in its document: the browser fetches them all at once instead of finding them
// one after another.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
  }),
)
type Manifest = z.infer<typeof manifest>
type Files = { readonly scripts: readonly string[]; readonly styles: readonly string[] }

const ENTRY = 'index.html'
const QUERIES = 'src/app/with-queries.tsx'
/** These ask the server nothing while they open. */
const PAGES_WITHOUT_QUERIES: ReadonlySet<string> = new Set([
  ...['landing', 'auth', 'google-redirect', 'qbo-redirect', 'privacy', 'eula', 'not-found'],
])

/** `/pay-invoice` is pay-invoice-page.tsx, `/auth/google/redirect` is google-redirect-page.tsx. */
export const pageNameOf = (path: string): string =>
  path === '/' ? 'landing' : path.replace(/^\/(auth\/(?=.+\/))?/, '').replaceAll('/', '-')

/** Tells the files of a page by its name; none of them while nothing has been built. */
export const readPageFiles = async (webDir: string): Promise<(name: string) => Files> => {
  const text = await readFile(join(webDir, '.vite', 'manifest.json'), 'utf8').catch(() => '{}')
  const chunks = manifest.parse(JSON.parse(text))
  return (name) => {
    const queries = PAGES_WITHOUT_QUERIES.has(name) ? [] : [QUERIES]
    const names = reach(chunks, [ENTRY, `src/pages/${name}-page.tsx`, ...queries])
    const parts = [...names].flatMap((each) => chunks[each] ?? [])
    return {
      scripts: parts.map(({ file }) => file),
      styles: [...new Set(parts.flatMap(({ css }) => css))],
    }
  }
}

const reach = (chunks: Manifest, start: readonly string[]): Set<string> => {
  const found = new Set<string>()
  const visit = (name: string) => {
    if (found.has(name)) return
    found.add(name)
    for (const next of chunks[name]?.imports ?? []) visit(next)
  }
  start.forEach(visit)
  return found
}

/**
 * The document with links to what it does not name itself. Styles come first: what the document shows by itself
 * should not wait for the script that takes its place.
 */
export const nameFiles = (document: string, { scripts, styles }: Files): string => {
  const named = (file: string) => document.includes(`"/${file}"`)
  const links = [
    ...scripts
      .filter((file) => !named(file))
      .map((file) => `rel="modulepreload" crossorigin href="/${file}"`),
    ...styles
      .filter((file) => !named(file))
      .map((file) => `rel="stylesheet" crossorigin href="/${file}"`),
  ]
  return document
    .replace('</head>', () => `${links.map((link) => `  <link ${link}>\n  `).join('')}</head>`)
    .replaceAll(/(<link rel="modulepreload"|<script type="module")/g, '$1 fetchpriority="low"')
}
