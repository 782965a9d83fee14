// A list whose further rows load as someone scrolls, over calls that answer in parts.
import {
  type InfiniteData,
  keepPreviousData,
  type QueryKey,
  type UseInfiniteQueryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import { hasShifted, isShort, joinParts, loadsByItself, nextPart, type Part } from './endless.ts'

/** What the query of such a list has beside its key and its call. */
export const inParts = {
  initialPageParam: 1,
  getNextPageParam: (_last: unknown, parts: readonly Part<unknown>[]) => nextPart(parts),
  placeholderData: keepPreviousData,
  refetchOnWindowFocus: isShort,
}

/** What is below the rows. */
export type More = {
  readonly hasMore: boolean
  /** Whether they are loaded as soon as someone comes near the end. */
  readonly byItself: boolean
  readonly isLoading: boolean
  readonly error: unknown
  readonly shown: number
  readonly total: number
  readonly load: () => void
}

type Listed<P extends Part<{ readonly id: string }>> = {
  readonly rows: readonly P['rows'][number][]
  readonly total: number
  /** The newest answer, for what it says beside its rows. */
  readonly last: P
}

export type Endless<P extends Part<{ readonly id: string }>> = ReturnType<
  typeof useEndless<P, QueryKey>
>

type Options<P, Key extends QueryKey> = UseInfiniteQueryOptions<
  P,
  Error,
  InfiniteData<P>,
  Key,
  number
>

export const useEndless = <P extends Part<{ readonly id: string }>, Key extends QueryKey>(
  options: Options<P, Key>,
) => {
  const query = useInfiniteQuery(options)
  const { data: read, isFetching, isPlaceholderData: isStale, isFetchNextPageError } = query
  const data = useMemo<Listed<P> | undefined>(() => {
    const last = read?.pages.at(-1)
    return read && last && { ...joinParts(read.pages), last }
  }, [read])

  const load = async () => {
    const { data: now } = await query.fetchNextPage()
    if (now && hasShifted(now.pages)) await query.refetch()
  }
  const hasMore = query.hasNextPage && !isStale
  const more: More = {
    hasMore,
    byItself:
      hasMore && !isFetching && !isFetchNextPageError && loadsByItself(read?.pages.length ?? 0),
    isLoading: query.isFetchingNextPage,
    error: isFetchNextPageError ? query.error : null,
    shown: data?.rows.length ?? 0,
    total: data?.total ?? 0,
    load: () => void load(),
  }
  return {
    data,
    /** Rows of another view are still shown while this one's are on the way. */
    isStale,
    isPending: query.isPending,
    // That a further part could not be read is told below the rows, which stay.
    isError: query.isError && !isFetchNextPageError,
    error: isFetchNextPageError ? null : query.error,
    errorUpdatedAt: query.errorUpdatedAt,
    refetch: query.refetch,
    more,
  }
}
