// A button that says it is busy and keeps the focus meanwhile, which a disabled one would lose.
import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useAnnouncement } from './announcements.tsx'
import classes from './busy-button.module.css'

type BusyButtonProps = ButtonProps &
  Omit<ComponentProps<'button'>, keyof ButtonProps> & {
    readonly isBusy: boolean
    /** What is said meanwhile, where the button's own words are too short to be heard alone. */
    readonly announced?: string
  }

export const BusyButton = (props: BusyButtonProps) => {
  const { isBusy, announced, onClick, className = '', ...rest } = props
  const label = typeof rest.children === 'string' ? rest.children : undefined
  useAnnouncement(isBusy ? (announced ?? label) : undefined)
  return (
    <Button
      {...rest}
      className={`${classes.button} ${className}`}
      aria-disabled={isBusy}
      aria-busy={isBusy}
      onClick={isBusy ? undefined : onClick}
    />
  )
}
