// Lists the captures that PayPal reported by webhook, also those that someone has accepted.
import { DAY_MS } from '@invoice-desk/contract/values/business-day'
import { z } from 'zod'
import type { ReportedOrder } from '../payment-provider.ts'
import { ProviderError } from '../provider-error.ts'
import type { createPaypalClient } from './paypal-client.ts'
import { readEvent } from './paypal-events.ts'
import { parse } from './paypal-order.ts'

const page = z.object({
  events: z.array(z.unknown()).default([]),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
})

/** PayPal keeps them for 30 days. */
const LISTED_MS = 30 * DAY_MS
/** A page has ten events. */
const PAGES_MAX = 1_000

const timeText = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`

export const listCaptureEvents = async (
  client: Pick<ReturnType<typeof createPaypalClient>, 'read'>,
  since: Date,
): Promise<ReportedOrder[]> => {
  const now = Date.now()
  const orders: ReportedOrder[] = []
  let query: string | undefined = `?${new URLSearchParams({
    event_type: 'PAYMENT.CAPTURE.COMPLETED',
    start_time: timeText(Math.max(since.getTime(), now - LISTED_MS)),
    end_time: timeText(now),
  })}`
  const seen = new Set<string>()
  for (let pages = 0; query !== undefined; pages += 1) {
    if (pages === PAGES_MAX) throw new ProviderError('paypal', 'unavailable', 'too many events')
    const answer: unknown = await client.read(`/v1/notifications/webhooks-events${query}`)
    const { events, links } = parse(page, answer, 'unavailable')
    const news = events.flatMap((event) => readEvent(event) ?? []).filter(({ id }) => !seen.has(id))
    for (const { id } of news) seen.add(id)
    orders.push(...news)
    // PayPal doesn't say whether its last page has a link too. The link may name another host.
    const next = news.length > 0 ? links.find(({ rel }) => rel === 'next') : undefined
    query = next && URL.parse(next.href)?.search
  }
  return orders
}
