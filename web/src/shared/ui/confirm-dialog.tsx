// Asks before something that is not easily taken back.
import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import '../styles/mantine-rest.css'

type ConfirmDialogProps = {
  readonly title: string
  readonly children: ReactNode
  readonly confirmLabel: string
  readonly busy: boolean
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

export const ConfirmDialog = (props: ConfirmDialogProps) => (
  <Modal
    opened
    centered
    onClose={props.onCancel}
    title={props.title}
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
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
  </Modal>
)
