// Says when a connection ended because it reached QuickBooks' five-year limit.
import { businessDay } from '@invoice-desk/contract/values/business-day'
import { formatDate } from '@invoice-desk/contract/values/dates'
import type { Connection } from '../../../providers/quickbooks/tokens.ts'

/** QuickBooks' clock may be ahead of ours. */
const CLOCK_MS = 5 * 60_000

/** Undefined if the limit isn't known to be reached. */
export const limitReached = (
  { hardExpiresAt }: Pick<Connection, 'hardExpiresAt'>,
  zone: string,
  now = Date.now(),
): string | undefined =>
  hardExpiresAt && hardExpiresAt.getTime() <= now + CLOCK_MS
    ? `it reached QuickBooks' five-year limit on ${formatDate(businessDay(hardExpiresAt, zone))}`
    : undefined
