// A preview of the file before it is imported.
import { IMPORT_FORMAT_LABELS, type ImportReport } from '@invoice-desk/contract/retailer'
import { Button, Group } from '@mantine/core'
import { Notice } from '../../../shared/ui/notice.tsx'
import { TransactionsTable } from '../list/transactions-table.tsx'
import { counted } from '../texts.ts'
import { ImportCounts } from './import-counts.tsx'
import classes from './import-preview.module.css'

type ImportPreviewProps = {
  readonly file: File
  readonly report: ImportReport
  readonly problem?: string
  readonly onStart: () => void
  readonly onStartOver: () => void
}

export const ImportPreview = (props: ImportPreviewProps) => {
  const { file, report, problem, onStart, onStartOver } = props
  return (
    <div className={classes.preview}>
      {problem ? (
        <Notice tone="negative">
          <p>{problem}</p>
        </Notice>
      ) : null}
      <p>
        <strong className={classes.name}>{file.name}</strong> is an{' '}
        {IMPORT_FORMAT_LABELS[report.format]} with {counted(report.rows, 'row')}.
      </p>
      <ImportCounts report={report} />
      {report.sample.length > 0 ? (
        <div className={classes.sample}>
          <h3 className={classes.heading}>
            {report.sample.length < report.added + report.known
              ? `The first ${report.sample.length} transactions`
              : 'The transactions in this file'}
          </h3>
          <TransactionsTable caption="Transactions in the file" transactions={report.sample} />
        </div>
      ) : null}
      {report.added === 0 ? (
        <Notice tone="neutral">
          <p>
            {report.known > 0
              ? 'All of these transactions are already in the list.'
              : 'This file has no transactions we can import.'}
          </p>
        </Notice>
      ) : null}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onStartOver}>
          Choose another file
        </Button>
        {report.added > 0 ? (
          <Button onClick={onStart}>Import {counted(report.added, 'transaction')}</Button>
        ) : null}
      </Group>
    </div>
  )
}
