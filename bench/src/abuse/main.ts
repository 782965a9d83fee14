// The abuse runs. `npm run bench:abuse` runs all; `-- fuzz --requests=5000 --seed=7` runs one, smaller and with another
// seed; `--write` stores the tables in docs/reliability.md.
import { startPostgres } from '../../../scripts/lib/postgres.mjs'
import { runMeasurements } from '../measurements.ts'
import { accessMeasurement } from './access.ts'
import { attacksMeasurement } from './attacks.ts'
import { backupMeasurement } from './backup.ts'
import { canariesMeasurement } from './canaries.ts'
import { connectionsMeasurement } from './connections.ts'
import { fuzzMeasurement } from './fuzz.ts'
import { insidersMeasurement } from './insiders.ts'
import { limitsMeasurement } from './limits.ts'
import { listsMeasurement } from './lists.ts'
import { neighborsMeasurement } from './neighbors.ts'
import { uploadsMeasurement } from './uploads.ts'
import { visitorsMeasurement } from './visitors.ts'

const postgres = await startPostgres()
if (!postgres) throw new Error('the abuse runs need PostgreSQL')
process.env.TEST_DATABASE_URL = postgres.url
const code = await runMeasurements(
  {
    name: 'abuse',
    measurements: [
      fuzzMeasurement,
      accessMeasurement,
      uploadsMeasurement,
      attacksMeasurement,
      insidersMeasurement,
      limitsMeasurement,
      neighborsMeasurement,
      canariesMeasurement,
      backupMeasurement,
      listsMeasurement,
      visitorsMeasurement,
      connectionsMeasurement,
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
