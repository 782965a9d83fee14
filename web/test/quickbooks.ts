// Answers about the QuickBooks connection and how current its data is.
import type { getQboConnection } from '@invoice-desk/contract/accounting/connection'
import type { getCopyStatus } from '@invoice-desk/contract/accounting/copy'
import type { ResponseOf } from '@invoice-desk/contract/http/endpoint'

type Copy = ResponseOf<typeof getCopyStatus>
type Connection = ResponseOf<typeof getQboConnection>

export const CONNECTED: Connection = {
  status: 'connected',
  companyName: 'Harbor & Finch Studio',
  refreshed: false,
}

export const filling = (done: number): Copy => ({
  state: 'filling',
  isOld: false,
  progress: { done, total: 300_000 },
})

export const readyCopy = (minutesAgo: number): Copy => ({
  state: 'ready',
  isOld: false,
  asOf: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
})
