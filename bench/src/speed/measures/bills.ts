// The 40 bills of a contractor, a different contractor each time.
import { listVendorBills } from '@invoice-desk/contract/contractor/contractor'
import { requestOf } from '../load.ts'
import { contractorOf } from '../seed.ts'
import type { World } from '../world.ts'
import { type Measure, sameForBoth } from './measure.ts'

const billsRequest = ({ seeded }: World, number = 0): Buffer => {
  const { token, vendor } = contractorOf(number % seeded.contractors)
  const body = JSON.stringify({ vendorName: vendor, token })
  return requestOf({ method: listVendorBills.method, path: listVendorBills.path, token, body })
}

export const contractorBills: Measure = {
  name: 'a contractor’s 40 bills',
  goal: 0.8,
  sample: billsRequest,
  prepare: async (world) => sameForBoth(world, () => billsRequest(world, world.nextNumber())),
}
