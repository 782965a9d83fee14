// How many rows are new, known, without a charge or rejected, and why.
import { IMPORT_PROBLEMS_MAX } from '@invoice-desk/contract/limits'
import type { ImportReport } from '@invoice-desk/contract/retailer'
import { counted } from '../texts.ts'
import classes from './import-counts.module.css'

const numbers = new Intl.NumberFormat('en-US')

export const ImportCounts = ({ report }: { report: ImportReport }) => (
  <>
    <dl className={classes.counts}>
      <Count name="New" count={report.added} />
      <Count name="Already in the list" count={report.known} />
      <Count name="Rows without a charge" count={report.skipped} />
      <Count name="Rejected rows" count={report.refused} isBad={report.refused > 0} />
    </dl>
    {report.refused > 0 ? <Refused {...report} /> : null}
  </>
)

type CountProps = { readonly name: string; readonly count: number; readonly isBad?: boolean }

const Count = ({ name, count, isBad = false }: CountProps) => (
  <div className={classes.count} data-bad={isBad || undefined}>
    <dt>{name}</dt>
    <dd>{numbers.format(count)}</dd>
  </div>
)

const Refused = ({ problems, refused }: Pick<ImportReport, 'problems' | 'refused'>) => (
  <details className={classes.refused}>
    <summary>Why we skipped {counted(refused, 'row')}</summary>
    <ul>
      {problems.map(({ line, reason }) => (
        <li key={line}>
          Line {numbers.format(line)}: {reason}
        </li>
      ))}
    </ul>
    {refused > IMPORT_PROBLEMS_MAX ? <p>Showing the first {IMPORT_PROBLEMS_MAX}.</p> : null}
  </details>
)
