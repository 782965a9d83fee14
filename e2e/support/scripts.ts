// Finds the built script of a source file. Scripts are named only by their hash.
import { readFileSync } from 'node:fs'

const MANIFEST = new URL('../../web/dist/.vite/manifest.json', import.meta.url)

/** A pattern for its URL. `source` is a lazily loaded file under `web/src`. */
export const scriptOf = (source: string): string => {
  const built = JSON.parse(readFileSync(MANIFEST, 'utf8'))[`src/${source}`]
  if (!built) throw new Error(`${source} has no script of its own`)
  return `**/${built.file}`
}
