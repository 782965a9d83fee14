// API calls for payment links.
import { findPayLinks, revokePayLinks } from '@invoice-desk/contract/payments/pay-links'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api/api.ts'
import type { LinkTarget } from './link-target.ts'

export const LINKS = 'pay-links'

/** An empty text finds the invoices that are due first. */
export const linksQuery = (search: string) =>
  queryOptions({
    queryKey: [LINKS, 'search', search],
    queryFn: ({ signal }) => call(findPayLinks, { query: search ? { search } : {}, signal }),
    // What was found stays until the next answer is here.
    placeholderData: keepPreviousData,
  })

export const linkQuery = ({ kind, id }: Exclude<LinkTarget, { kind: 'new' }>) =>
  queryOptions({
    queryKey: [LINKS, kind, id],
    queryFn: ({ signal }) => call(findPayLinks, { query: { [kind]: id }, signal }),
    staleTime: 0,
  })

export const revokeLinks = (customer: string) => call(revokePayLinks, { body: { customer } })
