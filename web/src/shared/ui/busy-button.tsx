// A button that says it is busy and keeps the focus meanwhile, which a disabled one would lose.
import { Button, type ButtonProps, Loader } from '@mantine/core'
import type { ComponentProps, MouseEvent } from 'react'
import { useAnnouncement } from './announcements.tsx'
import classes from './busy-button.module.css'

type BusyButtonProps = ButtonProps &
  Omit<ComponentProps<'button'>, keyof ButtonProps> & {
    readonly isBusy: boolean
    /** What it says meanwhile; without, its words give way to a spinner. */
    readonly busyLabel?: string
    /** What is heard meanwhile, where that alone would not be enough. */
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
      onClick={waitForEnd}
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

/** A form is not sent again either. */
const waitForEnd = (event: MouseEvent) => event.preventDefault()
