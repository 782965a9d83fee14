// A card of the overview: its title, and its own loading and error states.
import { Skeleton } from '@mantine/core'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Problem } from '../../shared/ui/feedback/problem.tsx'

type CardFrameProps<T> = {
  readonly title: string
  // biome-ignore lint/suspicious/noExplicitAny: each card has a key of its own.
  readonly query: UseQueryOptions<T, Error, T, any>
  /** The height of the content, so nothing moves when it arrives. */
  readonly height: number
  readonly children: (data: T) => ReactNode
}

export const CardFrame = <T,>({ title, query, height, children }: CardFrameProps<T>) => {
  const { data, error, refetch } = useQuery(query)
  const id = useId()
  return (
    <section className="panel card column slim" aria-labelledby={id}>
      <h2 id={id} className="body mb-3">
        {title}
      </h2>
      {data ? children(data) : <Waiting error={error} height={height} retry={refetch} />}
    </section>
  )
}

type WaitingProps = {
  readonly error: Error | null
  readonly height: number
  readonly retry: () => unknown
}

export const Waiting = ({ error, height, retry }: WaitingProps) =>
  error ? (
    <Problem error={error} onRetry={() => void retry()} />
  ) : (
    <Skeleton height={height} radius="md" className="appearing" />
  )
