// The pending invoices that a rule would apply to, while it's being written.
import { formatDollars, formatUsd } from '@invoice-desk/contract/values/money'
import { Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { paths } from '../../../shared/navigation/paths.ts'
import { Problem } from '../../../shared/ui/feedback/problem.tsx'
import { type PreviewedRule, previewQuery } from './api.ts'
import classes from './rule-form.module.css'

const PAUSE_MS = 300

export const RulePreview = ({ rule }: { rule: PreviewedRule }) => {
  const [settled] = useDebouncedValue(JSON.stringify(rule), PAUSE_MS)
  const query = useQuery({
    ...previewQuery(JSON.parse(settled)),
    placeholderData: keepPreviousData,
  })
  const { data } = query
  if (query.error)
    return <Problem error={query.error} title="We couldn't check the pending invoices." />
  if (!data) return <Text c="var(--muted)">Checking the pending invoices...</Text>
  const { invoices, total, totalCents, taken, pending } = data
  return (
    <Stack component="section" gap="xs" className="inset sunken">
      <Text component="h3" fz="inherit" fw={600} aria-live="polite">
        {summaryOf(total, pending, totalCents)}
      </Text>
      {taken > 0 ? (
        <Text fz="sm" c="var(--muted)">
          {taken === 1 ? '1 more meets' : `${taken} more meet`} these conditions, but an earlier
          rule applies.
        </Text>
      ) : null}
      {invoices.length > 0 ? (
        <ul className={`stack gap-1 compact ${classes.list}`}>
          {invoices.map(({ id, invoiceNumber, vendor, amount }) => (
            <li key={id}>
              <a href={paths.approveInvoice(id)} target="_blank" rel="noreferrer">
                {invoiceNumber}
              </a>
              <span>{vendor}</span>
              <strong>{formatDollars(amount)}</strong>
            </li>
          ))}
        </ul>
      ) : null}
      {total > invoices.length ? (
        <Text fz="sm" c="var(--muted)">
          The {invoices.length} oldest are shown.
        </Text>
      ) : null}
    </Stack>
  )
}

const summaryOf = (total: number, pending: number, cents: number): string => {
  if (pending === 0) return 'No invoices are pending right now.'
  if (total === 0) return `Applies to none of the ${pending} pending invoices`
  const invoices = pending === 1 ? 'pending invoice' : 'pending invoices'
  return `Applies to ${total} of ${pending} ${invoices}, ${formatUsd(cents)} in total`
}
