// The audit log: the list's filters, as in the URL, and the calls.

import {
  type ActivityEvent,
  exportActivity,
  listActivity,
} from '@invoice-desk/contract/activity/activity'
import { SUBJECT_KINDS, type SubjectKind } from '@invoice-desk/contract/activity/audit-actions'
import { listAccounts } from '@invoice-desk/contract/identity/accounts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../shared/api/api.ts'
import { download } from '../../shared/api/download.ts'
import { daysOf, readDaysOf } from '../../shared/lists/filter-range.ts'
import type { Part } from '../../shared/lists/infinite-list.ts'
import { pagedQueryOptions } from '../../shared/lists/use-infinite-list.ts'
import { givenIn } from '../../shared/lists/use-url-filters.ts'
import { today } from '../../shared/text/today.ts'

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

export type ActivityView = {
  /** An email or `system`; empty for everyone. */
  readonly actor: string
  readonly subject: SubjectKind | ''
  /** Set by links to the history of one thing. */
  readonly subjectId: string
  /** A range of days (`filter-range.ts`). */
  readonly time: string
}

export const EVERYTHING: ActivityView = { actor: '', subject: '', subjectId: '', time: '' }

const TEXT_MAX = 500

export const readView = (params: URLSearchParams): ActivityView => {
  const textOf = (name: string) => (params.get(name) ?? '').trim().slice(0, TEXT_MAX)
  const subject = SUBJECT_KINDS.find((kind) => kind === params.get('subject')) ?? ''
  return {
    actor: textOf('actor').toLowerCase(),
    subject,
    subjectId: subject && textOf('subjectId'),
    time: readDaysOf(params, 'time'),
  }
}

export const isFiltered = ({ actor, subject, time }: ActivityView): boolean =>
  actor !== '' || subject !== '' || time !== ''

/** What the server is asked for. */
export const filterOf = ({ time, ...view }: ActivityView, today: string) =>
  givenIn({ ...view, ...daysOf(time, today) })
