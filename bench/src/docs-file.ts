// Writes measured tables into the docs, and leaves the rest of a document unchanged.
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg, totalmem } from 'node:os'
import { promisify } from 'node:util'

type Document = 'benchmarks.md' | 'reliability.md'

/** Replaces the section that starts at the mark `<!-- name -->`, or adds one at the end. */
export const writeSection = async (
  document: Document,
  name: string,
  text: string,
): Promise<void> => {
  const file = new URL(`../../docs/${document}`, import.meta.url)
  const before = await readFile(file, 'utf8')
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const section = `${open}\n${text.trim()}\n${close}\n`
  const start = before.indexOf(open)
  if (start < 0) return writeFile(file, `${before.trimEnd()}\n\n${section}`)
  const next = before.indexOf('\n<!-- ', start + open.length)
  const rest = next < 0 ? '' : before.slice(next + 1)
  const after = rest.startsWith(close) ? rest.slice(close.length).trimStart() : rest
  await writeFile(file, `${before.slice(0, start)}${section}${after && `\n${after}`}`)
}

/** Where and when a table was measured. */
export const describeMachine = async (): Promise<string> => {
  const [cpu] = cpus()
  const postgres = await promisify(execFile)('psql', ['--version']).then(
    ({ stdout }) => /\d[\d.]*/.exec(stdout)?.[0],
    () => undefined,
  )
  const versions = [
    `Node ${process.versions.node}`,
    ...(postgres ? [`PostgreSQL ${postgres}`] : []),
  ]
  const day = new Date().toISOString().slice(0, 10)
  const memory = Math.round(totalmem() / 2 ** 30)
  return `*${day}, ${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${memory} GB, ${versions.join(', ')}, load average ${Math.round(loadavg()[0] ?? 0)} at the end*`
}
