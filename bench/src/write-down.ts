// Keeps the tables in docs/benchmarks.md. What was measured again takes the place of what it says there; the rest stays.
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg, totalmem } from 'node:os'
import { promisify } from 'node:util'
import { type Table, tableLines } from './table.ts'

const FILE = new URL('../../docs/benchmarks.md', import.meta.url)

const INTRODUCTION = `# Measurements

Every table comes from \`npm run bench\`, on a machine with Node and, for PostgreSQL, its Debian package or the right to install it.

| Command | Does |
|---|---|
| \`npm run bench\` | everything; about an hour |
| \`npm run bench -- requests aged\` | only the measurements whose name contains one of the words |
| \`npm run bench -- requests --sizes=1000,10000 --rounds=3 --round-ms=500\` | smaller and shorter, to try it out |
| \`npm run bench -- requests --requests=pay,submit\` | only the requests whose name contains one of the words |
| \`npm run bench -- --write\` | also puts the tables here, in the place of the earlier ones |

**Ratios count, times do not.** A time says as much about the machine and its other tenants as about the desk. So ours and a bare
handler take turns in short rounds in the same minute: Node's own \`http\` server and the \`pg\` driver, a process of its own that reads
and writes the same rows by plain statements, one after another, and gives the same answer, but checks no token, no limit and no
input. That is the limit; where ours is above it, it joins statements or lets the database write the answer. The ratio is the median
over all pairs of rounds; *by CPU* is the same from the processor time of server and database a request, which neighbours on the machine
can delay but not inflate. The load average beside each date tells of them: above the number of cores, times are theirs as much as
ours. Growth and ageing are measured the same way, with two desks side by side. Half of all tasks wait for a
decision, forty belong to each contractor.

Client, servers and database share the machine's cores. PostgreSQL runs with \`fsync=off\`, so that no disk hides what the code costs.
For growth it has a quarter of the memory for its buffers (2 GB at most), as its manual advises; else its default of 128 MB.
Jobs (mails, bookings) are stored as ever but held back while the rounds run; for every fourth task there is a payment of long ago.
The outside services (human check, QuickBooks, Stripe) are a process beside that answers at once and keeps no books, asked over HTTP by
both sides alike; what it costs is in neither side's processor time but in *services*, its share of a request's whole.

The public pages are looked at by Lighthouse as it does by default, a phone on a slow network, five times each; the median counts.
Beside each stands the same content as a plain document without a script, looked at in turns.
`

export const writeDown = async (
  measured: ReadonlyMap<string, readonly Table[]>,
  order: readonly string[],
): Promise<void> => {
  const sections = sectionsOf(await readFile(FILE, 'utf8').catch(() => ''))
  const origin = await describeMachine()
  for (const [name, tables] of measured) sections.set(name, sectionText(tables, origin))
  const parts = order.flatMap((name) => {
    const text = sections.get(name)
    return text === undefined ? [] : [`<!-- ${name} -->\n${text.trim()}\n`]
  })
  await writeFile(FILE, [INTRODUCTION, ...parts].join('\n'))
}

const sectionsOf = (text: string): Map<string, string> =>
  new Map(
    text
      .split(/^<!-- /m)
      .slice(1)
      .map((part) => {
        const [name = '', ...rest] = part.split(' -->\n')
        return [name, rest.join(' -->\n')]
      }),
  )

const sectionText = (tables: readonly Table[], origin: string): string =>
  tables
    .map(({ title, rows, note }) =>
      [`## ${title}`, origin, tableLines(rows).join('\n'), ...(note ? [note] : [])].join('\n\n'),
    )
    .join('\n\n')

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
