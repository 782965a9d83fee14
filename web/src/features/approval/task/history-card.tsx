// The history of a task, newest first.
import type { TaskEvent } from '@invoice-desk/contract/approval'
import { DECISION_TEXTS } from '@invoice-desk/contract/bill-status'
import { formatDate } from '@invoice-desk/contract/dates'
import { Box, Text } from '@mantine/core'
import { dateAndTime } from '../../../shared/times.ts'
import { Card } from '../../../shared/ui/card.tsx'

const TEXTS: Readonly<Record<string, string>> = {
  ...DECISION_TEXTS,
  bill_submitted: 'submitted the invoice',
  bill_sent_for_approval: 'notified the approvers',
  bill_vendor_changed: 'changed the vendor',
  bill_posted: 'added the bill to QuickBooks',
  bill_refused: "couldn't add the bill to QuickBooks",
  bill_found_in_quickbooks: 'found the bill in QuickBooks',
  bill_deleted_in_quickbooks: 'found that the bill was deleted in QuickBooks',
  bill_voided_in_quickbooks: 'found that the bill was voided in QuickBooks',
  bill_void_done: 'marked the bill as voided in QuickBooks',
  bill_paid: 'found the payment in QuickBooks',
  bill_unpaid_again: 'found that the payment was undone in QuickBooks',
  bill_file_attached: 'attached the file to the bill in QuickBooks',
}

export const HistoryCard = ({ history }: { history: readonly TaskEvent[] }) => (
  <Card title="History">
    <Box component="ol" m={0} pl="md" style={LINE}>
      {history.map((event, index) => (
        <Box component="li" key={`${event.at}-${event.action}`} mt={index === 0 ? 0 : 'md'}>
          <Text component="time" dateTime={event.at} c="dimmed" fz="sm">
            {dateAndTime.format(new Date(event.at))}
          </Text>
          <p>
            <strong>{event.actor === 'system' ? 'Invoice Desk' : event.actor}</strong>{' '}
            {TEXTS[event.action] ?? event.action.replaceAll('_', ' ')}
            {detailOf(event)}
          </p>
          {event.reason ? (
            <Text mt={4} c="var(--muted)">
              {event.reason}
            </Text>
          ) : null}
        </Box>
      ))}
    </Box>
  </Card>
)

const LINE = {
  listStyle: 'none',
  borderInlineStart: '2px solid var(--border)',
  overflowWrap: 'anywhere',
} as const

const detailOf = ({ action, detail }: TaskEvent): string => {
  if (detail === undefined) return ''
  if (action === 'bill_vendor_changed') return ` to ${detail}`
  return action === 'bill_marked_paid' ? ` on ${formatDate(detail)}` : ''
}
