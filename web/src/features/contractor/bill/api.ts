// API calls for one bill.
import { readBillTimeline } from '@invoice-desk/contract/bills/bill-timeline'
import type { ContractorBill } from '@invoice-desk/contract/contractor/contractor'
import { withdrawInvoice } from '@invoice-desk/contract/contractor/submission'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api/api.ts'
import { billsKey } from '../api.ts'
import type { Contractor } from '../verification/portal-flow.ts'

/** Reloaded with the bills. */
export const timelineQuery = (contractor: Contractor, billId: string) =>
  queryOptions({
    queryKey: [...billsKey(contractor), 'timeline', billId],
    queryFn: ({ signal }) =>
      call(readBillTimeline, { query: { billId }, token: contractor.token, signal }),
    staleTime: 0,
  })

export const withdraw = ({ token }: Contractor, { id: billId, version }: ContractorBill) =>
  call(withdrawInvoice, { body: { billId, version }, token })
