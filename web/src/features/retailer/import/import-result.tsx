// The result of an import.
import type { ImportReport } from '@invoice-desk/contract/retailer'
import { Button, Group } from '@mantine/core'
import { Notice } from '../../../shared/ui/notice.tsx'
import { counted } from '../texts.ts'
import { ImportCounts } from './import-counts.tsx'
import classes from './import-preview.module.css'

type ImportResultProps = { readonly report: ImportReport; readonly onStartOver: () => void }

export const ImportResult = ({ report, onStartOver }: ImportResultProps) => (
  <div className={classes.preview}>
    <Notice tone="positive">
      <p>
        {report.added === 0
          ? 'Nothing to add: all of these transactions were already in the list.'
          : `${counted(report.added, 'transaction')} added to the list.`}
      </p>
    </Notice>
    <ImportCounts report={report} />
    <Group justify="flex-end">
      <Button variant="default" onClick={onStartOver}>
        Import another file
      </Button>
    </Group>
  </div>
)
