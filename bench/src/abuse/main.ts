// The abuse runs: `npm run bench:abuse` runs them all, `npm run bench:abuse -- fuzz --requests=5000 --seed=7` one of
// them, smaller, with other luck; `--write` puts the tables into docs/reliability.md.
import { startPostgres } from '../../../scripts/lib/postgres.mjs'
import { runFigures } from '../figures.ts'
import { accessFigure } from './access.ts'
import { attacksFigure } from './attacks.ts'
import { backupFigure } from './backup.ts'
import { canariesFigure } from './canaries.ts'
import { fuzzFigure } from './fuzz.ts'
import { limitsFigure } from './limits.ts'
import { listsFigure } from './lists.ts'
import { processesFigure } from './processes.ts'
import { uploadsFigure } from './uploads.ts'
import { visitorsFigure } from './visitors.ts'

const INTRODUCTION = `## Abuse

\`npm run bench:abuse\`, on PostgreSQL, with the stand-ins for every outside service; a short form of each runs in \`npm test\`.`

const postgres = await startPostgres()
if (!postgres) throw new Error('the abuse runs need PostgreSQL')
process.env.TEST_DATABASE_URL = postgres.url
const code = await runFigures(
  {
    name: 'abuse',
    introduction: INTRODUCTION,
    figures: [
      fuzzFigure,
      accessFigure,
      uploadsFigure,
      attacksFigure,
      limitsFigure,
      canariesFigure,
      backupFigure,
      listsFigure,
      processesFigure,
      visitorsFigure,
    ],
    readOptions: ({ number }) => ({
      seed: number('seed', 1),
      requests: number('requests', 100_000),
      ids: number('ids', 10_000),
      tries: number('tries', 1_000),
    }),
  },
  process.argv.slice(2),
).finally(postgres.stop)
process.exit(code)
