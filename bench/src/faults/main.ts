// The fault runs: real processes, killed without warning, between services that fail. `npm run bench:faults` runs
// them all, `npm run bench:faults -- storm --payments=100 --seed=7` one of them, smaller, with other luck.
import { writeSection } from '../reliability-file.ts'
import { tableLines } from '../table.ts'
import { describeMachine } from '../write-down.ts'
import { billsFigure } from './bills.ts'
import { crashPointsFigure } from './crash-points.ts'
import { crowdFigure } from './crowd.ts'
import { embeddedFigure } from './embedded.ts'
import type { FaultOptions, Figure, Result } from './figure.ts'
import { mailsFigure } from './mails.ts'
import { outageFigure } from './outage.ts'
import { reportsFigure } from './reports.ts'
import { stormFigure } from './storm.ts'

const FIGURES: readonly Figure[] = [
  stormFigure,
  crashPointsFigure,
  reportsFigure,
  crowdFigure,
  billsFigure,
  mailsFigure,
  embeddedFigure,
  outageFigure,
]

const readOptions = (args: readonly string[]): FaultOptions => {
  const text = (name: string, otherwise: string) =>
    args.find((each) => each.startsWith(`--${name}=`))?.split('=')[1] ?? otherwise
  const number = (name: string, otherwise: number) => Number(text(name, String(otherwise)))
  return {
    names: args.filter((each) => !each.startsWith('-')),
    seed: number('seed', 1),
    payments: number('payments', 1_000),
    processes: text('processes', '1,3').split(',').map(Number),
    write: args.includes('--write'),
  }
}

const options = readOptions(process.argv.slice(2))
const chosen = FIGURES.filter(
  ({ name }) => options.names.length === 0 || options.names.some((word) => name.includes(word)),
)
const results: Result[] = []
for (const { run } of chosen) results.push(...(await run(options)))

const rows = results.map(({ figure, done, result, problems }) => ({
  figure,
  done,
  result,
  reached: problems.length === 0 ? 'yes' : `no (${problems.length})`,
}))
console.log(`\nFault runs, seed ${options.seed}\n`)
for (const line of tableLines(rows)) console.log(line)
const problems = results.flatMap((result) => result.problems.map((p) => `${result.figure}: ${p}`))
for (const problem of problems.slice(0, 50)) console.log(problem)
if (options.write) {
  const title =
    '## Faults\n\n`npm run bench:faults`: real processes on PostgreSQL, ended by SIGKILL, between stand-ins that fail. Afterwards the ledgers of the providers, our attempts, bills and mails, and QuickBooks are compared line by line.'
  const origin = `${await describeMachine()}, seed ${options.seed}`
  await writeSection('faults', [title, origin, tableLines(rows).join('\n')].join('\n\n'))
}
process.exit(problems.length === 0 && chosen.length > 0 ? 0 : 1)
