// API calls to invite vendors and to review what they send.
import {
  acceptVendorDetails,
  inviteVendor,
  listVendorInvitations,
  removeVendorInvitation,
  reviewVendorInvitation,
  sendBackVendorDetails,
  type VendorInvitation,
} from '@invoice-desk/contract/vendors/vendor-invitations'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type CallInput, call, perform } from '../../../shared/api/api.ts'
import { useChange } from '../../../shared/api/use-change.ts'
import { PAGE_SIZE, type Part } from '../../../shared/lists/infinite-list.ts'
import { pagedQueryOptions } from '../../../shared/lists/use-infinite-list.ts'
import { VENDORS } from '../api.ts'

const INVITATIONS = [...VENDORS, 'invitations']

export type InvitationPart = Part<VendorInvitation> & { readonly toReview: number }

export const invitationsQuery = infiniteQueryOptions({
  ...pagedQueryOptions,
  queryKey: [...INVITATIONS, 'list'],
  queryFn: async ({ pageParam: page, signal }): Promise<InvitationPart> => {
    const query = { page, pageSize: PAGE_SIZE }
    const { invitations, ...counts } = await call(listVendorInvitations, { query, signal })
    return { rows: invitations, ...counts }
  },
})

/** Read again at each opening, and then unchanged: the person decides about what they see. */
export const reviewQuery = (id: string) =>
  queryOptions({
    // Not below the others, which are read again after each change.
    queryKey: ['vendor-review', id],
    queryFn: ({ signal }) => call(reviewVendorInvitation, { query: { id }, signal }),
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export type Reviewed = Awaited<ReturnType<typeof call<typeof reviewVendorInvitation>>>

export const useInvite = () =>
  useChange(VENDORS, (body: CallInput<typeof inviteVendor, 'body'>) =>
    perform(inviteVendor, { body }),
  )

export const useRemoveInvitation = () =>
  useChange(VENDORS, ({ id, version }: VendorInvitation) =>
    perform(removeVendorInvitation, { body: { id, version } }),
  )

export const useAccept = () =>
  useChange(VENDORS, (body: CallInput<typeof acceptVendorDetails, 'body'>) =>
    perform(acceptVendorDetails, { body }),
  )

export const useSendBack = () =>
  useChange(VENDORS, (body: CallInput<typeof sendBackVendorDetails, 'body'>) =>
    perform(sendBackVendorDetails, { body }),
  )
