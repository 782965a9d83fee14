// What a visitor downloads before a page of ours can work: its own chunk and everything that imports, gzipped.
import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import { type Bench, kilobytes } from './table.ts'

const DIST = new URL('../../web/dist/', import.meta.url)

const manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
  }),
)
type Manifest = z.infer<typeof manifest>

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

const gzippedBytes = async (files: Iterable<string>): Promise<number> => {
  let total = 0
  for (const file of new Set(files)) {
    total += gzipSync(await readFile(new URL(file, DIST)), { level: 9 }).length
  }
  return total
}

/** The budget of a page, in kB of gzipped script, where one is promised. */
const BUDGETS: Readonly<Record<string, number>> = {
  'landing-page': 130,
  'submit-invoice-page': 190,
  'pay-invoice-page': 190,
}

export const firstViewBench: Bench = {
  name: 'first-view',
  run: async () => {
    const chunks = manifest.parse(
      JSON.parse(await readFile(new URL('.vite/manifest.json', DIST), 'utf8')),
    )
    const pages = Object.keys(chunks).filter((name) => /pages\/[^/]+-page\.tsx$/.test(name))
    const rows = []
    for (const page of pages.sort()) {
      const parts = [...reach(chunks, ['index.html', page])].map((name) => chunks[name])
      const name = page.replace(/^.*\/(.+)\.tsx$/, '$1')
      const budget = BUDGETS[name]
      rows.push({
        page: name,
        script: kilobytes(await gzippedBytes(parts.map((part) => part?.file ?? ''))),
        style: kilobytes(await gzippedBytes(parts.flatMap((part) => part?.css ?? []))),
        'script budget': budget === undefined ? '' : `${budget} kB`,
      })
    }
    return [{ title: 'First view of a page: gzipped bytes of our own', rows }]
  },
}
