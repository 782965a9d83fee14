// Keeps the sections of docs/reliability.md, each between two marks of its own, so that one run leaves another's alone.
import { readFile, writeFile } from 'node:fs/promises'

const FILE = new URL('../../docs/reliability.md', import.meta.url)

export const writeSection = async (name: string, text: string): Promise<void> => {
  const before = await readFile(FILE, 'utf8').catch(() => '# Reliability\n')
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const section = `${open}\n${text.trim()}\n${close}`
  const [from, to] = [before.indexOf(open), before.indexOf(close)]
  const after =
    from >= 0 && to > from
      ? before.slice(0, from) + section + before.slice(to + close.length)
      : `${before.trimEnd()}\n\n${section}\n`
  await writeFile(FILE, after)
}
