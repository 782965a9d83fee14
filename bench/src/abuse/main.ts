// The abuse runs: `npm run bench:abuse` runs them all, `npm run bench:abuse -- fuzz --requests=5000 --seed=7` one of
// them, smaller, with other luck; `--write` puts the table into docs/reliability.md.
import { startPostgres } from '../../../scripts/postgres.mjs'
import type { Result } from '../faults/figure.ts'
import { writeSection } from '../reliability-file.ts'
import { tableLines } from '../table.ts'
import { describeMachine } from '../write-down.ts'
import { accessFigure } from './access.ts'
import { attacksFigure } from './attacks.ts'
import type { AbuseFigure, AbuseOptions } from './figure.ts'
import { fuzzFigure } from './fuzz.ts'
import { uploadsFigure } from './uploads.ts'

const FIGURES: readonly AbuseFigure[] = [fuzzFigure, accessFigure, uploadsFigure, attacksFigure]

const args = process.argv.slice(2)
const number = (name: string, otherwise: number) =>
  Number(args.find((each) => each.startsWith(`--${name}=`))?.split('=')[1] ?? otherwise)
const options: AbuseOptions = {
  seed: number('seed', 1),
  requests: number('requests', 100_000),
  ids: number('ids', 10_000),
}
const words = args.filter((each) => !each.startsWith('-'))
const chosen = FIGURES.filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
)

const postgres = await startPostgres()
if (!postgres) throw new Error('the abuse runs need PostgreSQL')
process.env.TEST_DATABASE_URL = postgres.url
const results: Result[] = []
try {
  for (const { run } of chosen) results.push(...(await run(options)))
} finally {
  await postgres.stop()
}

const rows = results.map(({ figure, done, result, problems }) => ({
  figure,
  done,
  result,
  reached: problems.length === 0 ? 'yes' : `no (${problems.length})`,
}))
console.log(`\nAbuse runs, seed ${options.seed}\n`)
for (const line of tableLines(rows)) console.log(line)
const problems = results.flatMap((result) => result.problems.map((p) => `${result.figure}: ${p}`))
for (const problem of problems.slice(0, 50)) console.log(problem)
if (args.includes('--write')) {
  const title =
    '## Abuse\n\n`npm run bench:abuse`, on PostgreSQL, with the stand-ins for every outside service.'
  const origin = `${await describeMachine()}, seed ${options.seed}`
  await writeSection('abuse', [title, origin, tableLines(rows).join('\n')].join('\n\n'))
}
process.exit(problems.length === 0 && chosen.length > 0 ? 0 : 1)
