// The saved views of a list, which belong to the signed-in person.
import {
  deleteView,
  listSavedViews,
  saveView,
  type ViewPage,
} from '@invoice-desk/contract/identity/saved-views'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/api.ts'

export const savedViewsQuery = (page: ViewPage) =>
  queryOptions({
    queryKey: ['saved-views', page],
    queryFn: async ({ signal }) => (await call(listSavedViews, { query: { page }, signal })).views,
  })

/** The query is the part of the address after the question mark. */
export const useSaveView = (page: ViewPage) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (view: { name: string; query: string }) =>
      call(saveView, { body: { page, ...view } }),
    onSuccess: () => client.invalidateQueries(savedViewsQuery(page)),
  })
}

export const useDeleteView = (page: ViewPage) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(deleteView, { body: { id } }),
    // A refused delete also means that the list is stale.
    onSettled: () => client.invalidateQueries(savedViewsQuery(page)),
  })
}
