// Queries for the audit log, and its download.

import {
  type ActivityEvent,
  exportActivity,
  listActivity,
} from '@invoice-desk/contract/activity/activity'
import { listAccounts } from '@invoice-desk/contract/identity/accounts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../shared/api/api.ts'
import { download } from '../../shared/api/download.ts'
import type { Part } from '../../shared/lists/infinite-list.ts'
import { pagedQueryOptions } from '../../shared/lists/use-infinite-list.ts'
import { today } from '../../shared/text/today.ts'
import { type ActivityView, filterOf } from './activity-view.ts'

const ACTIVITY = 'activity'

type ActivityPart = Part<ActivityEvent> & { readonly next: number | undefined }

/** The log only grows, so a page is named by the event before it. */
export const activityQuery = (view: ActivityView) => {
  const filter = filterOf(view, today())
  return infiniteQueryOptions({
    ...pagedQueryOptions,
    queryKey: [ACTIVITY, 'events', filter],
    queryFn: async ({ pageParam: before, signal }): Promise<ActivityPart> => {
      const query = { ...filter, ...(before > 0 && { before }) }
      const { events, next } = await call(listActivity, { query, signal })
      return { rows: events, next }
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  })
}

/** Whom the filter offers. */
export const peopleQuery = queryOptions({
  queryKey: [ACTIVITY, 'people'],
  queryFn: async ({ signal }) => {
    const { accounts } = await call(listAccounts, { signal })
    return accounts.map(({ email }) => email)
  },
})

export const downloadActivity = (view: ActivityView): Promise<Blob> =>
  download(exportActivity, filterOf(view, today()))
