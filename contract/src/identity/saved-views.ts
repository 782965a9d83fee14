// Endpoints for saved views: filters of a list that a person gave a name.
import { z } from 'zod'
import type { Endpoint } from '../http/endpoint.ts'
import { uuid } from '../values/ids.ts'
import { VIEW_NAME_LENGTH_MAX, VIEW_QUERY_LENGTH_MAX } from '../values/limits.ts'
import { line, optionalLine } from '../values/text.ts'

/** The lists that can have views. */
export const VIEW_PAGES = ['invoices', 'payments', 'vendors'] as const
export type ViewPage = (typeof VIEW_PAGES)[number]

const page = z.enum(VIEW_PAGES)

const savedView = z.object({
  id: z.string(),
  name: z.string(),
  /** The part of the page's address after the question mark. */
  query: z.string(),
})
export type SavedView = z.infer<typeof savedView>

export const listSavedViews = {
  method: 'GET',
  path: '/api/saved-views',
  summary: "The caller's saved views of a page, oldest first",
  access: 'staff',
  query: z.object({ page }),
  response: z.object({ views: z.array(savedView) }),
} as const satisfies Endpoint

export const saveView = {
  method: 'POST',
  path: '/api/saved-views',
  summary: 'Save a view; saving again under the same name replaces it',
  access: 'staff',
  body: z.object({
    page,
    name: line(VIEW_NAME_LENGTH_MAX),
    query: optionalLine(VIEW_QUERY_LENGTH_MAX),
  }),
  response: savedView,
  errors: ['saved_views_full'],
} as const satisfies Endpoint

export const deleteView = {
  method: 'DELETE',
  path: '/api/saved-views',
  summary: "Delete one of the caller's saved views",
  access: 'staff',
  body: z.object({ id: uuid }),
  response: z.object({ deleted: z.literal(true) }),
  errors: ['saved_view_unknown'],
} as const satisfies Endpoint
