// API calls of the page where a vendor enters its details.
import type { ResponseOf } from '@invoice-desk/contract/http/endpoint'
import {
  openVendorDetails,
  submitVendorDetails,
} from '@invoice-desk/contract/vendors/vendor-details'
import { queryOptions } from '@tanstack/react-query'
import { type CallInput, call, perform } from '../../../shared/api/api.ts'

export type OpenedDetails = ResponseOf<typeof openVendorDetails>

/** Loaded once, so that what someone types is never replaced. */
export const openedQuery = (token: string) =>
  queryOptions({
    queryKey: ['vendor-details'],
    queryFn: ({ signal }) => call(openVendorDetails, { body: { token }, signal }),
    staleTime: 'static',
  })

export type DetailsRequest = CallInput<typeof submitVendorDetails, 'body'>

export const sendDetails = (body: DetailsRequest) => perform(submitVendorDetails, { body })
