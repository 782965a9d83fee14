// The loading and error states of a query.
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loading } from './loading.tsx'
import { Problem } from './problem.tsx'

type LoadedProps<T> = {
  readonly query: Pick<UseQueryResult<T>, 'data' | 'isPending' | 'isError' | 'error'> & {
    readonly refetch: () => unknown
  }
  /** Shown until the first response, e.g. a skeleton. */
  readonly waiting?: ReactNode
  readonly children: (data: T) => ReactNode
}

export const Loaded = <T,>({ query, waiting = <Loading />, children }: LoadedProps<T>) => {
  const retry = () => {
    query.refetch()
  }
  if (query.data === undefined) {
    return query.isPending ? waiting : <Problem error={query.error} onRetry={retry} />
  }
  return (
    <>
      {query.isError ? <Problem error={query.error} onRetry={retry} /> : null}
      {children(query.data)}
    </>
  )
}
