// The abuse runs: `npm run bench:abuse` runs them all, `npm run bench:abuse -- fuzz --requests=5000 --seed=7` one of
// them, smaller, with other luck; `--write` puts the tables into docs/reliability.md.
import { startPostgres } from '../../../scripts/postgres.mjs'
import type { Result } from '../faults/figure.ts'
import { writeSection } from '../reliability-file.ts'
import { tableLines } from '../table.ts'
import { describeMachine } from '../write-down.ts'
import { accessFigure } from './access.ts'
import { attacksFigure } from './attacks.ts'
import { backupFigure } from './backup.ts'
import { canariesFigure } from './canaries.ts'
import type { AbuseFigure, AbuseOptions } from './figure.ts'
import { fuzzFigure } from './fuzz.ts'
import { processesFigure } from './processes.ts'
import { uploadsFigure } from './uploads.ts'

const FIGURES: readonly AbuseFigure[] = [
  fuzzFigure,
  accessFigure,
  uploadsFigure,
  attacksFigure,
  canariesFigure,
  backupFigure,
  processesFigure,
]

const INTRODUCTION = `## Abuse

\`npm run bench:abuse\`, on PostgreSQL, with the stand-ins for every outside service; a short form of each runs in \`npm test\`.`

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

const linesOf = (results: readonly Result[]): string[] =>
  tableLines(
    results.map(({ figure, done, result, problems }) => ({
      figure,
      done,
      result,
      reached: problems.length === 0 ? 'yes' : `no (${problems.length})`,
    })),
  )

const postgres = await startPostgres()
if (!postgres) throw new Error('the abuse runs need PostgreSQL')
process.env.TEST_DATABASE_URL = postgres.url
const problems: string[] = []
try {
  if (args.includes('--write')) await writeSection('abuse', INTRODUCTION)
  for (const { name, run } of chosen) {
    const results = await run(options)
    const lines = linesOf(results)
    console.log(`\n${name}, seed ${options.seed}\n\n${lines.join('\n')}`)
    for (const { figure, problems: found } of results) {
      problems.push(...found.map((problem) => `${figure}: ${problem}`))
    }
    if (!args.includes('--write')) continue
    const origin = `${await describeMachine()}, seed ${options.seed}`
    await writeSection(`abuse-${name}`, [origin, lines.join('\n')].join('\n\n'))
  }
} finally {
  await postgres.stop()
}
for (const problem of problems.slice(0, 50)) console.log(problem)
process.exit(problems.length === 0 && chosen.length > 0 ? 0 : 1)
