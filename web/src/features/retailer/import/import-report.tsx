// What an import would do (the preview) or did (the result): counts, rejected rows and a sample.

import { IMPORT_FORMAT_LABELS, type ImportReport } from '@invoice-desk/contract/retailer/retailer'
import { IMPORT_PROBLEMS_MAX } from '@invoice-desk/contract/values/limits'
import { Box, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { counted, formatCount } from '../../../shared/text/count-text.ts'
import { Notice } from '../../../shared/ui/feedback/notice.tsx'
import { TransactionsTable } from '../list/transactions-table.tsx'

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
    <Stack style={{ overflowWrap: 'anywhere' }}>
      {problem ? <Notice tone="negative">{problem}</Notice> : null}
      <p>
        <strong>{file.name}</strong> is an {IMPORT_FORMAT_LABELS[report.format]} with{' '}
        {counted(report.rows, 'row')}.
      </p>
      <Counts report={report} />
      {report.sample.length > 0 ? (
        <Stack gap="xs">
          <Title order={3} fz="md">
            {report.sample.length < report.added + report.known
              ? `The first ${report.sample.length} transactions`
              : 'The transactions in this file'}
          </Title>
          <TransactionsTable caption="Transactions in the file" transactions={report.sample} />
        </Stack>
      ) : null}
      {report.added === 0 ? (
        <Notice tone="neutral">
          {report.known > 0
            ? 'All of these transactions are already in the list.'
            : 'This file has no transactions we can import.'}
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
    </Stack>
  )
}

export const ImportResult = ({
  report,
  onStartOver,
}: Omit<ImportPreviewProps, 'file' | 'onStart'>) => (
  <Stack>
    <Notice tone="positive">
      {report.added === 0
        ? 'Nothing to add: all of these transactions were already in the list.'
        : `${counted(report.added, 'transaction')} added to the list.`}
    </Notice>
    <Counts report={report} />
    <Group justify="flex-end">
      <Button variant="default" onClick={onStartOver}>
        Import another file
      </Button>
    </Group>
  </Stack>
)

const Counts = ({
  report: { added, known, skipped, refused, problems },
}: {
  report: ImportReport
}) => (
  <>
    <SimpleGrid component="dl" cols={{ base: 2, sm: 4 }} spacing="sm" my={0}>
      <Count name="New" count={added} />
      <Count name="Already in the list" count={known} />
      <Count name="Rows without a charge" count={skipped} />
      <Count name="Rejected rows" count={refused} isBad={refused > 0} />
    </SimpleGrid>
    {refused > 0 ? (
      <details>
        <summary>Why we rejected {counted(refused, 'row')}</summary>
        <Box component="ul" mah="14rem" mt="xs" mb={0} style={{ overflowY: 'auto' }}>
          {problems.map(({ line, reason }) => (
            <li key={line}>
              Line {formatCount(line)}: {reason}
            </li>
          ))}
        </Box>
        {refused > IMPORT_PROBLEMS_MAX ? <p>Showing the first {IMPORT_PROBLEMS_MAX}.</p> : null}
      </details>
    ) : null}
  </>
)

type CountProps = { readonly name: string; readonly count: number; readonly isBad?: boolean }

const Count = ({ name, count, isBad = false }: CountProps) => (
  <Paper px="sm" py="xs" bg="var(--sunken)" bd="1px solid var(--border)">
    <Text component="dt" fz="sm" c="var(--muted)">
      {name}
    </Text>
    <Text
      component="dd"
      m={0}
      fz="var(--font-title)"
      fw={600}
      c={isBad ? 'var(--mantine-color-error)' : 'inherit'}
    >
      {formatCount(count)}
    </Text>
  </Paper>
)
