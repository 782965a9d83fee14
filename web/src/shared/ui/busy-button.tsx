// A button that says it is busy and keeps the focus meanwhile, which a disabled one would lose.
import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentProps } from 'react'
import classes from './busy-button.module.css'

type BusyButtonProps = ButtonProps &
  Omit<ComponentProps<'button'>, keyof ButtonProps> & { readonly isBusy: boolean }

export const BusyButton = ({ isBusy, onClick, className = '', ...props }: BusyButtonProps) => (
  <Button
    {...props}
    className={`${classes.button} ${className}`}
    aria-disabled={isBusy}
    onClick={isBusy ? undefined : onClick}
  />
)
