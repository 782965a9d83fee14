// The footer of an infinite list: loads more rows on scroll or by button.

import { Group, Text } from '@mantine/core'
import { type RefObject, useEffect, useRef } from 'react'
import { messageOf } from '../../api/api-error.ts'
import type { More } from '../../lists/use-infinite-list.ts'
import { formatCount } from '../../text/count-text.ts'
import { BusyButton } from '../form/busy-button.tsx'

/** About one screen ahead, so most people never see the end. */
const AHEAD = '800px 0px'

type MoreRowsProps = {
  readonly more: More
  /** What it loads, such as `vendors`. */
  readonly unit: string
  /** The element that contains the table. */
  readonly rows: RefObject<HTMLElement | null>
}

export const MoreRows = ({ more, unit, rows }: MoreRowsProps) => {
  const { hasMore, isLoading, error, shown, total } = more
  const button = useRef<HTMLButtonElement>(null)
  const load = useLoad(more, button, rows)
  useNearEnd(more.loadsOnScroll, button, load)
  if (!hasMore) return null
  const hasFailed = Boolean(error) && !isLoading
  const label = error ? 'Try again' : 'Show more'
  return (
    <Group justify="space-between" gap="0.5rem 1rem" mt="md">
      <Text c="dimmed" fz="sm">
        Showing {formatCount(shown)}
        {total === undefined ? '' : ` of ${formatCount(total)}`}
      </Text>
      {hasFailed ? (
        <Text role="alert" c="var(--mantine-color-error)" flex="1 1 16rem" ta="end">
          {messageOf(error)}
        </Text>
      ) : null}
      <BusyButton
        ref={button}
        variant="default"
        aria-label={isLoading ? undefined : `${label}: ${unit}`}
        isBusy={isLoading}
        busyLabel="Loading more..."
        onClick={load}
      >
        {label}
      </BusyButton>
    </Group>
  )
}

/** New rows move or remove the button, so focus goes to the first new row. */
const useLoad = (
  { shown, load }: More,
  button: RefObject<HTMLButtonElement | null>,
  rows: RefObject<HTMLElement | null>,
) => {
  const focusAt = useRef<number>(undefined)
  useEffect(() => {
    const index = focusAt.current
    if (index === undefined || shown <= index) return
    focusAt.current = undefined
    const { activeElement, body } = document
    const row = rows.current?.querySelectorAll<HTMLElement>('tbody > tr')[index]
    if (!row || (activeElement !== button.current && activeElement !== body)) return
    row.tabIndex = -1
    row.focus()
  }, [shown, button, rows])
  return () => {
    focusAt.current = document.activeElement === button.current ? shown : undefined
    load()
  }
}

const useNearEnd = (
  isActive: boolean,
  button: RefObject<HTMLButtonElement | null>,
  load: () => void,
) => {
  const latest = useRef(load)
  latest.current = load
  useEffect(() => {
    if (!isActive || !button.current || !('IntersectionObserver' in window)) return
    // An observer reports only changes, so each page needs a new one in case the button is still in view.
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current()
      },
      { rootMargin: AHEAD },
    )
    observer.observe(button.current)
    return () => observer.disconnect()
  }, [isActive, button])
}
