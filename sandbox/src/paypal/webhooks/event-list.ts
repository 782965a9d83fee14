// Lists the events of the last 30 days, newest first, also those that the app has accepted.
import type { Merchant } from '../merchant.ts'
import { linkTo } from '../wire.ts'

export type EventQuery = Readonly<
  Partial<Record<'event_type' | 'start_time' | 'end_time' | 'page_size' | 'index_id', string>>
>

const LISTED_MS = 30 * 24 * 60 * 60 * 1000
const PAGE_SIZE = 10

export const listEvents = ({ events, url }: Merchant, query: EventQuery) => {
  const { event_type: type, start_time, end_time, page_size, index_id: last } = query
  const from = Math.max(Date.now() - LISTED_MS, start_time ? Date.parse(start_time) : 0)
  const to = end_time ? Date.parse(end_time) : Number.POSITIVE_INFINITY
  const found = events.list().filter(({ event_type, create_time }) => {
    const time = Date.parse(create_time)
    return time >= from && time <= to && (type === undefined || event_type === type)
  })
  const all = found.reverse()
  const size = Number(page_size ?? PAGE_SIZE)
  const start = all.findIndex(({ id }) => id === last) + 1
  const shown = all.slice(start, start + size)
  const path = `${url}/v1/notifications/webhooks-events`
  const pageAfter = (id: string) =>
    `${path}?${new URLSearchParams({ ...query, move_to: 'next', index_id: id })}`
  const end = shown.at(-1)
  return {
    events: shown,
    count: shown.length,
    links: [
      linkTo(`${path}?${new URLSearchParams(query)}`, 'self'),
      // PayPal doesn't document whether the last page has it too.
      ...(end ? [linkTo(pageAfter(end.id), 'next')] : []),
    ],
  }
}
