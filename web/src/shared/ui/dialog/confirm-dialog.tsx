// Asks for confirmation before an action that is hard to undo.
import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { BusyButton } from '../form/busy-button.tsx'
import { Dialog } from './dialog.tsx'

type ConfirmDialogProps = {
  readonly title: string
  readonly children: ReactNode
  readonly confirmLabel: string
  readonly busy?: boolean
  /** For a confirmation that isn't destructive. */
  readonly isSafe?: boolean
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

export const ConfirmDialog = (props: ConfirmDialogProps) => (
  <Dialog title={props.title} onClose={props.onCancel}>
    <Stack gap="lg">
      {props.children}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={props.onCancel} data-autofocus>
          Cancel
        </Button>
        <BusyButton
          {...(props.isSafe ? {} : { variant: 'default', 'data-danger': true })}
          isBusy={props.busy ?? false}
          announced="One moment..."
          onClick={props.onConfirm}
        >
          {props.confirmLabel}
        </BusyButton>
      </Group>
    </Stack>
  </Dialog>
)
