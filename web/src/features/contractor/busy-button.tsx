// A button that says it is busy and keeps the focus meanwhile, which a disabled one would lose.
import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentProps } from 'react'

type BusyButtonProps = ButtonProps &
  Omit<ComponentProps<'button'>, keyof ButtonProps> & { readonly isBusy: boolean }

export const BusyButton = ({ isBusy, onClick, ...props }: BusyButtonProps) =>
  isBusy ? (
    <Button {...props} data-disabled aria-disabled />
  ) : (
    <Button {...props} onClick={onClick} />
  )
