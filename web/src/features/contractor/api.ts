// API calls for the contractor portal.
import type { BillStatus } from '@invoice-desk/contract/bills/bill-status'
import {
  type ContractorBill,
  checkVendor,
  listVendorBills,
  sendVerification,
  signOutEverywhere,
  verifyToken,
} from '@invoice-desk/contract/contractor/contractor'
import { HUMAN_CHECK_VERIFY } from '@invoice-desk/contract/http/human-check'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call, perform } from '../../shared/api/api.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { withHumanCheck } from '../../shared/api/with-human-check.ts'
import { type BillsAnswer, withBill } from './bills/bills.ts'
import type { Contractor, PortalCalls } from './verification/portal-flow.ts'
import { tokenStore } from './verification/token-store.ts'
import { keepWantedBill } from './verification/wanted-bill.ts'

export const portalCalls: PortalCalls = {
  verify: (token) => call(verifyToken, { body: { token } }),
  check: (email, token) => call(checkVendor, { body: { email, auth_type: 'local' }, token }),
  send: (email) => {
    keepWantedBill(email)
    const { origin, pathname } = window.location
    const body = { email, returnUrl: origin + pathname }
    return withHumanCheck(HUMAN_CHECK_VERIFY, (proof) =>
      perform(sendVerification, { body: { ...body, ...proof } }),
    )
  },
}

export const signOut = ({ email, token }: Contractor) =>
  call(signOutEverywhere, { body: { email }, token })

/** How many bills of each status load first, and how many with each later request. */
const FIRST_COUNT = 25
const MORE_COUNT = 200
/** A received bill is sent for approval within seconds. */
const RECEIVED_POLL_MS = 20_000
/** Reloads the file links before they expire. */
const LINKS_POLL_MS = 30 * 60_000

export const CONTRACTOR = ['contractor']
export const billsKey = ({ email, vendor }: Contractor) => [...CONTRACTOR, 'bills', email, vendor]

type Part = {
  status?: BillStatus
  billId?: string
  search?: string
  limit?: number
  offset?: number
}

const listBills = ({ vendor, token }: Contractor, part: Part, signal: AbortSignal) => {
  if (tokenStore.read() === undefined) {
    throw new ApiError('No authentication token found', { code: 'token_missing', status: 401 })
  }
  return call(listVendorBills, { body: { vendorName: vendor, token, ...part }, token, signal })
}

/** The newest bills of every status that a search finds, and the totals of all that it finds. */
export const billsQuery = (contractor: Contractor, search = '') =>
  queryOptions({
    queryKey: [...billsKey(contractor), ...(search ? ['search', search] : [])],
    queryFn: ({ signal }) => listBills(contractor, { search, limit: FIRST_COUNT }, signal),
    refetchInterval: ({ state }) =>
      state.data?.totals.received.count ? RECEIVED_POLL_MS : LINKS_POLL_MS,
  })

/** The remaining bills of one status. */
export const moreBillsQuery = (contractor: Contractor, status: BillStatus, search: string) =>
  infiniteQueryOptions({
    queryKey: [...billsKey(contractor), status, search],
    queryFn: ({ pageParam, signal }) =>
      listBills(contractor, { status, search, limit: MORE_COUNT, offset: pageParam }, signal),
    initialPageParam: FIRST_COUNT,
    getNextPageParam: (last, _all, offset) =>
      last.bills.length < MORE_COUNT ? undefined : offset + MORE_COUNT,
  })

/** One bill, loaded each time it's opened, and reloaded only by `reloadBills`. */
export const billQuery = (contractor: Contractor, id: string) =>
  queryOptions({
    queryKey: [...billsKey(contractor), 'bill', id],
    queryFn: ({ signal }) => listBills(contractor, { billId: id }, signal),
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export const reloadBills = (client: QueryClient, contractor: Contractor) =>
  client.invalidateQueries({ queryKey: billsKey(contractor) })

/** Shows a new or corrected bill before the bills are loaded again. */
export const showBill = (client: QueryClient, contractor: Contractor, bill: ContractorBill) =>
  client.setQueryData<BillsAnswer>(
    billsKey(contractor),
    (answer) => answer && withBill(answer, bill),
  )

/** The next contractor to use this browser must not see these bills. */
export const forgetBills = (client: QueryClient) => client.removeQueries({ queryKey: CONTRACTOR })
