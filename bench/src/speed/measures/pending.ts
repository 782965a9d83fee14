// The first page of invoices that need a decision.
import { listPendingInvoices } from '@invoice-desk/contract/approval/approval'
import { requestOf } from '../load.ts'
import type { World } from '../world.ts'
import { type Measure, sameForBoth } from './measure.ts'

export const pendingRequest = (
  { staffToken }: Pick<World, 'staffToken'>,
  query = '?page=1',
): Buffer =>
  requestOf({
    method: listPendingInvoices.method,
    path: `${listPendingInvoices.path}${query}`,
    token: staffToken,
  })

export const pendingPage: Measure = {
  name: 'pending invoices, page of 50',
  goal: 0.8,
  sample: pendingRequest,
  prepare: async (world) => {
    const request = pendingRequest(world)
    return sameForBoth(world, () => request)
  },
}
