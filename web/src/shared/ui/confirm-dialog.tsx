// Asks before something that is not easily taken back.
import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useAnnouncement } from './announcements.tsx'
import { Dialog } from './dialog.tsx'

type ConfirmDialogProps = {
  readonly title: string
  readonly children: ReactNode
  readonly confirmLabel: string
  readonly busy: boolean
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

export const ConfirmDialog = (props: ConfirmDialogProps) => {
  useAnnouncement(props.busy ? 'One moment...' : undefined)
  return (
    <Dialog title={props.title} onClose={props.onCancel}>
      <Stack gap="lg">
        {props.children}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={props.onCancel} data-autofocus>
            Cancel
          </Button>
          <Button color="red.8" loading={props.busy} onClick={props.onConfirm}>
            {props.confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
