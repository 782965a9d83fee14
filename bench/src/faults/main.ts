// The fault runs: real processes, killed without warning, between services that fail. `npm run bench:faults` runs
// them all, `npm run bench:faults -- storm --payments=100 --seed=7` one of them, smaller, with other luck;
// `--processes=3` only with three processes; `--write` puts the tables into docs/reliability.md.
import { runFigures } from '../figures.ts'
import { billsFigure } from './bills.ts'
import { crashPointsFigure } from './crash-points.ts'
import { crowdFigure } from './crowd.ts'
import { embeddedFigure } from './embedded.ts'
import { mailsFigure } from './mails.ts'
import { outageFigure } from './outage.ts'
import { reportsFigure } from './reports.ts'
import { stormFigure } from './storm.ts'

const INTRODUCTION = `## Faults

\`npm run bench:faults\`: real processes on PostgreSQL, ended by SIGKILL, between stand-ins that fail. Afterwards the ledgers of the
providers, our attempts, bills and mails, and QuickBooks are compared line by line. A payer does what the page does: repeats the same
request with the same key, asks more and more seldom, gives up after three minutes; one in twenty leaves at once. A short form with
two processes runs in \`npm test\`.

In the storm, every fifth call fails: an error (500, 401, 403, 408, 409 or 429), no answer, a cut connection, or an answer that says
nothing, with the work done or not. By turns confirmations, captures and bookings outlast our timeouts and are carried out all the
same (QuickBooks replays or refuses what overlaps), and webhooks are lost while money that we have not heard of is refunded. One
payer in five presses cancel after two seconds or the first error, and pays the same invoice again the other way. In the end staff
reconcile. Each invoice must be charged at most once at Stripe and PayPal together, and each charge must have one booking, or else
a review or a difference that names it; so must each refund. A wallet that PayPal declines after the answer to its capture was lost
stays on hold until that capture cannot run any more, five minutes after it was last repeated: it is counted, and not waited for.`

process.exit(
  await runFigures(
    {
      name: 'faults',
      introduction: INTRODUCTION,
      figures: [
        stormFigure,
        crashPointsFigure,
        reportsFigure,
        crowdFigure,
        billsFigure,
        mailsFigure,
        embeddedFigure,
        outageFigure,
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
