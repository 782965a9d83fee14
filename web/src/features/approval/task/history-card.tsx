// The history of a task, newest first.

import { actionText, actorName } from '@invoice-desk/contract/activity/audit-actions'
import type { TaskEvent } from '@invoice-desk/contract/approval/approval'
import { Box, Text } from '@mantine/core'
import { dateAndTime, formatDay } from '../../../shared/text/times.ts'
import { Card } from '../../../shared/ui/card.tsx'

export const HistoryCard = ({ history }: { history: readonly TaskEvent[] }) => (
  <Card title="History">
    <Box component="ol" m={0} pl="md" style={LINE}>
      {history.map((event, index) => (
        <Box
          component="li"
          key={`${event.at}-${event.action}`}
          mt={index === 0 ? 0 : 'md'}
          // A printed invoice may end up with the vendor.
          data-print={NOT_PRINTED.includes(event.action) ? 'never' : undefined}
        >
          <Text component="time" dateTime={event.at} c="dimmed" fz="sm">
            {dateAndTime.format(new Date(event.at))}
          </Text>
          <p>
            <strong>{actorName(event.actor)}</strong> {actionText(event.action)}
            {detailOf(event)}
            {event.onBehalfOf ? ` on behalf of ${event.onBehalfOf}` : ''}
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

const NOT_PRINTED = ['bill_note_added', 'bill_message_sent']

const LINE = {
  listStyle: 'none',
  borderInlineStart: '2px solid var(--border)',
  overflowWrap: 'anywhere',
} as const

const detailOf = ({ action, detail }: TaskEvent): string => {
  if (detail === undefined) return ''
  if (action === 'bill_vendor_changed') return ` to ${detail}`
  if (action === 'bill_marked_paid') return ` on ${formatDay(detail)}`
  return action === 'bill_approval_given' || action === 'bill_approved'
    ? ` (${detail} approvals)`
    : ''
}
