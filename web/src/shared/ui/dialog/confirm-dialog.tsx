// Asks for confirmation before an action that is hard to undo.
import { Button, Group, Stack } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Problem } from '../feedback/problem.tsx'
import { showToast } from '../feedback/toasts.ts'
import { BusyButton } from '../form/busy-button.tsx'
import { Dialog } from './dialog.tsx'

type ConfirmDialogProps = {
  readonly title: string
  readonly children: ReactNode
  readonly confirmLabel: string
  /** What confirming starts, if that takes a moment. The dialog shows its error. */
  readonly action?: { readonly isPending: boolean; readonly error: Error | null }
  readonly busy?: boolean
  /** For a confirmation that isn't destructive. */
  readonly isSafe?: boolean
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

export const ConfirmDialog = (props: ConfirmDialogProps) => (
  <Dialog title={props.title} onClose={props.onCancel}>
    <Stack gap="lg">
      {props.action?.error ? <Problem error={props.action.error} /> : null}
      {props.children}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={props.onCancel} data-autofocus>
          Cancel
        </Button>
        <BusyButton
          {...(props.isSafe ? {} : { variant: 'default', 'data-danger': true })}
          isBusy={props.action?.isPending ?? props.busy ?? false}
          announced="One moment..."
          onClick={props.onConfirm}
        >
          {props.confirmLabel}
        </BusyButton>
      </Group>
    </Stack>
  </Dialog>
)

type ActionDialogProps<Sent, Done> = Omit<
  ConfirmDialogProps,
  'action' | 'onConfirm' | 'onCancel'
> & {
  readonly action: UseMutationResult<Done, Error, Sent, unknown>
  readonly sent: Sent
  /** Says that it's done. */
  readonly success?: string
  /** By default, the dialog closes. */
  readonly onDone?: (done: Done) => void
  readonly onClose: () => void
}

/** Asks, and then does it. Stays open with the error if that fails. */
export const ActionDialog = <Sent, Done>(props: ActionDialogProps<Sent, Done>) => {
  const { action, sent, success, onClose, onDone = onClose, ...dialog } = props
  // Not with the callbacks of `mutate`, which aren't called once someone has closed the dialog.
  const act = () =>
    action.mutateAsync(sent).then(
      (done) => {
        if (success) showToast('success', success)
        onDone(done)
      },
      // The dialog shows the error.
      () => {},
    )
  return (
    <ConfirmDialog {...dialog} action={action} onConfirm={() => void act()} onCancel={onClose} />
  )
}
