// A button that shows progress and, unlike a disabled one, keeps the focus.
import { Button, type ButtonProps, Loader } from '@mantine/core'
import type { ComponentProps, MouseEvent } from 'react'
import { useAnnouncement } from './announcements.tsx'
import classes from './busy-button.module.css'

type BusyButtonProps = ButtonProps &
  Omit<ComponentProps<'button'>, keyof ButtonProps> & {
    readonly isBusy: boolean
    /** The label while busy; without it, a spinner replaces the label. */
    readonly busyLabel?: string
    /** What screen readers announce while busy; defaults to `busyLabel`. */
    readonly announced?: string
  }

export const BusyButton = (props: BusyButtonProps) => {
  const { isBusy, busyLabel, announced = busyLabel, onClick, className = '', ...rest } = props
  useAnnouncement(isBusy ? announced : undefined)
  if (!isBusy) return <Button {...rest} className={className} onClick={onClick} />
  const { leftSection = <Loader {...SPINNER} />, children } = rest
  return (
    <Button
      {...rest}
      className={`${classes.busy} ${className}`}
      leftSection={busyLabel ? leftSection : null}
      aria-disabled
      aria-busy
      onClick={ignore}
    >
      {busyLabel ?? (
        <>
          <span className={classes.words}>{children}</span>
          <Loader {...SPINNER} className={classes.spinner} />
        </>
      )}
    </Button>
  )
}

const SPINNER = { size: 'xs', color: 'currentColor', 'aria-hidden': true } as const

/** Also keeps a form from being submitted twice. */
const ignore = (event: MouseEvent) => event.preventDefault()
