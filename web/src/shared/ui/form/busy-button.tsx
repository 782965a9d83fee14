// A button that shows progress and, unlike a disabled one, keeps focus.
import { Button, type ButtonProps, Loader } from '@mantine/core'
import type { ComponentProps, MouseEvent } from 'react'
import { useAnnouncement } from '../feedback/announcements.tsx'

type BusyButtonProps = ButtonProps &
  Omit<ComponentProps<'button'>, keyof ButtonProps> & {
    readonly isBusy: boolean
    /** The label while busy; without it, a spinner replaces the label. */
    readonly busyLabel?: string
    /** What screen readers announce while busy; defaults to `busyLabel`. */
    readonly announced?: string
  }

export const BusyButton = (props: BusyButtonProps) => {
  const { isBusy, busyLabel, announced = busyLabel, onClick, ...rest } = props
  useAnnouncement(isBusy ? announced : undefined)
  if (!isBusy) return <Button {...rest} onClick={onClick} />
  const { leftSection = <Loader {...SPINNER} />, children } = rest
  return (
    <Button
      {...rest}
      style={{ cursor: 'progress' }}
      leftSection={busyLabel ? leftSection : null}
      aria-disabled
      aria-busy
      onClick={ignore}
    >
      {busyLabel ?? (
        <>
          {/* Invisible, but still gives the button its name and width. */}
          <span style={{ opacity: 0 }}>{children}</span>
          <Loader {...SPINNER} pos="absolute" inset={0} m="auto" />
        </>
      )}
    </Button>
  )
}

const SPINNER = { size: 'xs', color: 'currentColor', 'aria-hidden': true } as const

/** Also keeps a form from being submitted twice. */
const ignore = (event: MouseEvent) => event.preventDefault()
