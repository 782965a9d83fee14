// The customer's statement, as a PDF or as CSV.
import { Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef } from 'react'
import { saveFile } from '../../../shared/api/download.ts'
import { fileName } from '../../../shared/api/file-name.ts'
import { today } from '../../../shared/text/today.ts'
import { Loading } from '../../../shared/ui/feedback/loading.tsx'
import { BusyButton } from '../../../shared/ui/form/busy-button.tsx'
import { PROVEN_QUERY } from '../api.ts'
import { needsProof, STATEMENTS } from './api.ts'
import { DetailsProblem } from './details-problem.tsx'
import classes from './statement.module.css'

const ProofForm = lazy(() => import('./proof-form.tsx').then((m) => ({ default: m.ProofForm })))

type StatementProps = {
  readonly customer: string
  /** Any of the customer's invoices. */
  readonly invoiceId: string
  readonly onSearchAgain: () => void
}

const FORMATS = ['pdf', 'csv'] as const
type Format = (typeof FORMATS)[number]

export const Statement = ({ customer, invoiceId, onSearchAgain }: StatementProps) => {
  const { mutate, variables, isPending, error, submittedAt } = useMutation({
    mutationFn: (format: Format) => STATEMENTS[format](invoiceId),
    onSuccess: (file, format) =>
      saveFile(
        file,
        `${['statement', fileName(customer), today()].filter(Boolean).join('-')}.${format}`,
      ),
  })
  const { dataUpdatedAt: provenAt } = useQuery(PROVEN_QUERY)
  const isRefused = needsProof(error)
  const frame = useRef<HTMLDivElement>(null)
  const retry = () => {
    const format = variables ?? 'pdf'
    frame.current?.querySelector<HTMLElement>(`[data-format="${format}"]`)?.focus()
    mutate(format)
  }
  return (
    <div ref={frame} className={`stack ${classes.statement}`} data-print="never">
      <div className={`row gap-2 ${classes.formats}`}>
        <Text span c="dimmed" fz="var(--font-small)">
          Statement
        </Text>
        {FORMATS.map((format) => (
          <BusyButton
            key={format}
            data-format={format}
            size="compact-sm"
            variant="default"
            aria-label={`Download statement as ${format.toUpperCase()}`}
            isBusy={isPending && variables === format}
            announced="Preparing your statement..."
            onClick={() => isPending || mutate(format)}
          >
            {format.toUpperCase()}
          </BusyButton>
        ))}
      </div>
      {isRefused && submittedAt > provenAt ? (
        <Suspense fallback={<Loading />}>
          <ProofForm onProven={retry} {...{ invoiceId, onSearchAgain }} />
        </Suspense>
      ) : null}
      {error && !isRefused ? (
        <DetailsProblem error={error} onRetry={retry} onSearchAgain={onSearchAgain} />
      ) : null}
    </div>
  )
}
