// The buttons at the end of a form: one cancels, the other submits.
import { Button, Group } from '@mantine/core'
import type { ComponentProps } from 'react'
import { BusyButton } from './busy-button.tsx'

type FormButtonsProps = ComponentProps<typeof BusyButton> & {
  readonly onCancel: () => void
  /** What was begun can't be canceled. */
  readonly isLocked?: boolean
}

export const FormButtons = ({ onCancel, isLocked = false, ...submit }: FormButtonsProps) => (
  <Group justify="flex-end" gap="sm">
    <Button variant="default" disabled={isLocked} onClick={onCancel}>
      Cancel
    </Button>
    <BusyButton type="submit" {...submit} />
  </Group>
)
