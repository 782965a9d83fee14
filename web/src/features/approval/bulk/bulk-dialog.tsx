// Decides the selected invoices: names those with a warning first, then shows progress and what failed.
import type { PendingInvoice } from '@invoice-desk/contract/approval/approval'
import { Button, Group, Progress, Stack } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useConfirmLeave } from '../../../shared/navigation/confirm-leave.ts'
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx'
import { useAnnouncement } from '../../../shared/ui/feedback/announcements.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { BulkQuestion } from './bulk-question.tsx'
import type { Choice } from './check.ts'
import { InvoiceNotes } from './invoice-notes.tsx'
import { labelOf } from './texts.ts'
import { type Failure, type Step, useBulk } from './use-bulk.ts'

type BulkDialogProps = {
  readonly choice: Choice
  readonly invoices: readonly PendingInvoice[]
  readonly onClose: () => void
}

export const BulkDialog = ({ choice, invoices, onClose }: BulkDialogProps) => {
  const { step, decideAll, stop } = useBulk(invoices, choice)
  const isDeciding = step.name === 'deciding'
  useConfirmLeave(isDeciding)
  useCloseWhenDone(step, onClose)
  return (
    <Dialog
      title={labelOf(choice)}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={!isDeciding}
      onClose={isDeciding ? stop : onClose}
    >
      {step.name === 'checking' ? (
        <Working
          text={`Checking ${step.done} of ${invoices.length}...`}
          percent={(100 * step.done) / invoices.length}
          action={
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
          }
        />
      ) : null}
      {step.name === 'asking' ? (
        <BulkQuestion
          choice={choice}
          checked={step.checked}
          onConfirm={decideAll}
          onCancel={onClose}
        />
      ) : null}
      {isDeciding ? (
        <Working
          text={`${step.tried + 1} of ${step.total}: ${step.invoice.invoiceNumber}...`}
          percent={(100 * step.tried) / step.total}
          action={
            <Button variant="default" onClick={stop}>
              Stop after this one
            </Button>
          }
        />
      ) : null}
      {step.name === 'decided' && step.failures.length > 0 ? (
        <Failed done={step.text} failures={step.failures} onClose={onClose} />
      ) : null}
    </Dialog>
  )
}

/** There's nothing left to read. */
const useCloseWhenDone = (step: Step, onClose: () => void) => {
  const isDone = step.name === 'decided' && step.failures.length === 0
  const text = isDone ? `${step.text}.` : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when everything is decided
  useEffect(() => {
    if (text === undefined) return
    showToast('success', text)
    onClose()
  }, [text])
}

type WorkingProps = {
  readonly text: string
  readonly percent: number
  readonly action: ReactNode
}

const Working = ({ text, percent, action }: WorkingProps) => {
  useAnnouncement(text)
  return (
    <Stack gap="md">
      <p>{text}</p>
      <Progress value={percent} aria-label="Progress" />
      <Group justify="flex-end">{action}</Group>
    </Stack>
  )
}

type FailedProps = {
  readonly done: string
  readonly failures: readonly Failure[]
  readonly onClose: () => void
}

const Failed = ({ done, failures, onClose }: FailedProps) => (
  <Stack gap="md">
    <p role="alert">{done}. We couldn't finish these:</p>
    <InvoiceNotes items={failures.map(({ invoice, reason }) => ({ invoice, notes: [reason] }))} />
    <Group justify="flex-end">
      <Button data-autofocus autoFocus onClick={onClose}>
        Close
      </Button>
    </Group>
  </Stack>
)
