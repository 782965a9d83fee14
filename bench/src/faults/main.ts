// The fault runs. `npm run bench:faults` runs all; `-- chaos --payments=100 --seed=7` runs one, smaller and with another
// seed; `--processes=3` uses only three processes; `--write` stores the tables in docs/reliability.md.
import { runMeasurements } from '../measurements.ts'
import { billsMeasurement } from './bills.ts'
import { chaosMeasurement } from './chaos.ts'
import { concurrencyMeasurement } from './concurrency.ts'
import { crashPointsMeasurement } from './crash-points.ts'
import { emailsMeasurement } from './emails.ts'
import { embeddedMeasurement } from './embedded.ts'
import { outageMeasurement } from './outage.ts'
import { relayMeasurement } from './relay.ts'
import { webhooksMeasurement } from './webhooks.ts'

process.exit(
  await runMeasurements(
    {
      name: 'faults',
      measurements: [
        chaosMeasurement,
        crashPointsMeasurement,
        webhooksMeasurement,
        concurrencyMeasurement,
        billsMeasurement,
        emailsMeasurement,
        relayMeasurement,
        embeddedMeasurement,
        outageMeasurement,
      ],
      readOptions: ({ number, text }) => ({
        seed: number('seed', 1),
        payments: number('payments', 1_000),
        processes: text('processes', '1,3').split(',').map(Number),
      }),
    },
    process.argv.slice(2),
  ),
)
