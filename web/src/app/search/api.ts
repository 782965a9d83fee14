// The query of the search over everything.
import { findAnything } from '@invoice-desk/contract/search/search'
import { isSearchable } from '@invoice-desk/contract/values/search-text'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../shared/api/api.ts'

export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    queryFn: ({ signal }) => call(findAnything, { query: { text }, signal }),
    enabled: isSearchable(text),
    // What was found stays until the next answer is here.
    placeholderData: keepPreviousData,
  })
