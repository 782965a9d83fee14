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
import {
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { type CallInput, call, perform } from '../../../shared/api/api.ts'
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

/** A refused change also means that the lists are stale. */
const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: VENDORS })

export const inviteMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: CallInput<typeof inviteVendor, 'body'>) => perform(inviteVendor, { body }),
    onSettled: () => refresh(client),
  })

export const removeMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, version }: VendorInvitation): Promise<unknown> =>
      perform(removeVendorInvitation, { body: { id, version } }),
    onSettled: () => refresh(client),
  })

export const acceptMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: CallInput<typeof acceptVendorDetails, 'body'>) =>
      perform(acceptVendorDetails, { body }),
    onSettled: () => refresh(client),
  })

export const sendBackMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: CallInput<typeof sendBackVendorDetails, 'body'>) =>
      perform(sendBackVendorDetails, { body }),
    onSettled: () => refresh(client),
  })
