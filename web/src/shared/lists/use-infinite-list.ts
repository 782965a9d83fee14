// Infinite scroll over paged queries.
import {
  type InfiniteData,
  keepPreviousData,
  type QueryKey,
  type UseInfiniteQueryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  hasShifted,
  isShort,
  joinPages,
  loadsOnScroll,
  nextPageNumber,
  type Part,
} from './infinite-list.ts'

/** The options that every paged query shares. */
export const pagedQueryOptions = {
  initialPageParam: 1,
  getNextPageParam: (_last: unknown, parts: readonly Part<unknown>[]) => nextPageNumber(parts),
  placeholderData: keepPreviousData,
  refetchOnWindowFocus: isShort,
}

/** The state of the footer below the rows. */
export type More = {
  readonly hasMore: boolean
  /** Whether scrolling near the end loads the next page. */
  readonly loadsOnScroll: boolean
  readonly isLoading: boolean
  readonly error: unknown
  readonly shown: number
  /** Undefined until the last page, if the server doesn't count the rows. */
  readonly total: number | undefined
  readonly load: () => void
}

type Listed<P extends Part<{ readonly id: string }>> = {
  readonly rows: readonly P['rows'][number][]
  readonly total: number
  /** The latest response, for its other fields. */
  readonly last: P
}

export type Endless<P extends Part<{ readonly id: string }>> = ReturnType<
  typeof useEndless<P, QueryKey>
>

/** A page is named by its number or, with `Name`, in another way. */
type Options<P, Key extends QueryKey, Name> = UseInfiniteQueryOptions<
  P,
  Error,
  InfiniteData<P>,
  Key,
  Name
>

export const useEndless = <
  P extends Part<{ readonly id: string }>,
  Key extends QueryKey,
  Name = number,
>(
  options: Options<P, Key, Name>,
) => {
  const query = useInfiniteQuery(options)
  const { data: read, isFetching, isPlaceholderData: isStale, isFetchNextPageError } = query
  const data = useMemo<Listed<P> | undefined>(() => {
    const last = read?.pages.at(-1)
    return read && last && { ...joinPages(read.pages), last }
  }, [read])

  const load = async () => {
    const { data: now } = await query.fetchNextPage()
    if (now && hasShifted(now.pages)) await query.refetch()
  }
  const hasMore = query.hasNextPage && !isStale
  const more: More = {
    hasMore,
    loadsOnScroll:
      hasMore && !isFetching && !isFetchNextPageError && loadsOnScroll(read?.pages.length ?? 0),
    isLoading: query.isFetchingNextPage,
    error: isFetchNextPageError ? query.error : null,
    shown: data?.rows.length ?? 0,
    total: hasMore && data?.last.total === undefined ? undefined : (data?.total ?? 0),
    load: () => void load(),
  }
  return {
    data,
    /** The previous view's rows are shown while this one's load. */
    isStale,
    isPending: query.isPending,
    // When loading a further page fails, the rows stay and the footer shows the error.
    isError: query.isError && !isFetchNextPageError,
    error: isFetchNextPageError ? null : query.error,
    errorUpdatedAt: query.errorUpdatedAt,
    refetch: query.refetch,
    more,
  }
}
