// What each 1099 vendor was paid in a year, next to the amount from which it's reported.
import type { Form1099Vendor } from '@invoice-desk/contract/vendors/form-1099'
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { today } from '../../../shared/text/today.ts'
import { DataAge } from '../../../shared/ui/feedback/data-age.tsx'
import { EmptyState } from '../../../shared/ui/feedback/empty-state.tsx'
import { Loaded } from '../../../shared/ui/feedback/loaded.tsx'
import { Notice } from '../../../shared/ui/feedback/notice.tsx'
import { ExportButton } from '../../../shared/ui/list/export-button.tsx'
import { TableSkeleton } from '../../../shared/ui/table/table-skeleton.tsx'
import { VENDORS } from '../api.ts'
import { downloadReport, type Report, reportQuery } from './api.ts'
import { defaultYear, summaryOf, thresholdText } from './report-text.ts'
import { TotalsTable } from './totals-table.tsx'

const YEARS = 3

type Form1099Props = { readonly onAsk: (vendor: Form1099Vendor) => void }

export const Form1099 = ({ onAsk }: Form1099Props) => {
  const client = useQueryClient()
  const [day] = useState(today)
  const thisYear = Number(day.slice(0, 4))
  const [year, setYear] = useState(() => defaultYear(day))
  const report = useQuery(reportQuery(year))
  const reasonId = useId()
  const years = Array.from({ length: YEARS }, (_, ago) => String(thisYear - ago))
  return (
    <Stack gap="md">
      <DataAge onRefreshed={() => client.invalidateQueries({ queryKey: VENDORS })} />
      <Group justify="space-between" gap="sm">
        <NativeSelect
          aria-label="Year"
          data={years}
          value={String(year)}
          onChange={({ currentTarget }) => setYear(Number(currentTarget.value))}
        />
        {report.data?.state === 'known' ? (
          <ExportButton
            label="Export"
            name={`1099-${year}`}
            onDownload={() => downloadReport(year)}
          />
        ) : (
          <Button variant="default" disabled aria-describedby={reasonId}>
            Export
          </Button>
        )}
      </Group>
      <Loaded query={report} waiting={<TableSkeleton label="Loading payments..." />}>
        {(data) => (
          <>
            {data.state === 'known' ? null : (
              <div id={reasonId}>
                <Incomplete state={data.state} />
              </div>
            )}
            <Totals report={data} onAsk={onAsk} />
          </>
        )}
      </Loaded>
    </Stack>
  )
}

/** Why the totals can't be exported. */
const Incomplete = ({ state }: Pick<Report, 'state'>) =>
  state === 'pending' ? (
    <Notice>
      <p>
        We're still reading payments from QuickBooks, so totals may be incomplete. You can export
        them when we're done.
      </p>
    </Notice>
  ) : (
    <Notice tone="warning">
      <p>
        We couldn't read payments from QuickBooks, so there's nothing to export. Check the
        connection, then come back to this page.
      </p>
    </Notice>
  )

const Totals = ({ report, onAsk }: Form1099Props & { report: Report }) => (
  <>
    <div>
      <Text>{thresholdText(report)}</Text>
      <Text c="dimmed" fz="sm" maw="46rem">
        Totals include bill payments by check or bank transfer. They don't include card payments,
        which the card company reports, or expenses that were entered without a bill.
      </Text>
    </div>
    {report.vendors.length > 0 ? (
      <>
        <Text fw={600} role="status">
          {summaryOf(report)}
        </Text>
        <TotalsTable report={report} onAsk={onAsk} />
      </>
    ) : null}
    {report.vendors.length === 0 && report.state === 'known' ? (
      <EmptyState title="No 1099 vendors.">
        <p>Vendors that QuickBooks or their mapping tracks for 1099 appear here.</p>
      </EmptyState>
    ) : null}
  </>
)
