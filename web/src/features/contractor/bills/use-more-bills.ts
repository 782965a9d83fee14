// The bills of one status: those that came with every status, and what was loaded after them.
import type { BillStatus } from '@invoice-desk/contract/bill-status'
import type { ContractorBill } from '@invoice-desk/contract/contractor'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { loadsOnScroll } from '../../../shared/endless.ts'
import type { More } from '../../../shared/use-endless.ts'
import { moreBillsQuery } from '../api.ts'
import type { Contractor } from '../verification/portal-flow.ts'
import { type BillsAnswer, billsOf } from './bills.ts'

type Bills = {
  readonly contractor: Contractor
  readonly status: BillStatus
  readonly total: BillsAnswer['total']
  readonly bills: readonly ContractorBill[]
}

export const useMoreBills = ({ contractor, status, total, bills }: Bills) => {
  const options = moreBillsQuery(contractor, status)
  const client = useQueryClient()
  const [wantsMore, setWantsMore] = useState(() => Boolean(client.getQueryData(options.queryKey)))
  const query = useInfiniteQuery({ ...options, enabled: wantsMore })
  const { data, refetch } = query
  const parts = data?.pages ?? []
  const shown = billsOf(status, bills, ...parts.map((part) => part.bills))

  // A bill that came or went moves the others: one may have slid past unseen.
  const hasShifted = parts.some(({ totals }) => totals[status].count !== total.count)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change, even if it does not help.
  useEffect(() => {
    if (hasShifted) void refetch()
  }, [total.count])

  const hasMore = data ? query.hasNextPage : total.count > shown.length
  const error = query.isLoadingError || query.isFetchNextPageError ? query.error : null
  const load = () => {
    if (!wantsMore) setWantsMore(true)
    else void (data ? query.fetchNextPage() : refetch())
  }
  const more: More = {
    hasMore,
    loadsOnScroll: hasMore && !query.isFetching && !error && loadsOnScroll(1 + parts.length),
    isLoading: query.isLoading || query.isFetchingNextPage,
    error,
    shown: shown.length,
    total: Math.max(total.count, shown.length),
    load,
  }
  return { shown, more }
}
