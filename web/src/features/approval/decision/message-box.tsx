// Asks for the message that goes to the contractor with a rejection or a request for changes.
import {
  MESSAGE_MISSING,
  REASON_MISSING,
  type Task,
} from '@invoice-desk/contract/approval/approval'
import { billLeftText } from '@invoice-desk/contract/bills/remaining-bill'
import { REASON_LENGTH_MAX } from '@invoice-desk/contract/values/limits'
import { Button, Group, Stack, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { keepDraft, readDraft } from '../../../shared/drafts/drafts.ts'
import { useTextDraft } from '../../../shared/drafts/use-draft.ts'
import { Notice } from '../../../shared/ui/feedback/notice.tsx'
import { BusyButton } from '../../../shared/ui/form/busy-button.tsx'
import { type AskingButton, BUTTONS } from './actions.ts'

type MessageBoxProps = {
  readonly task: Task
  readonly name: AskingButton
  /** QuickBooks has a bill with this number and amount. We may not have added it. */
  readonly hasMatch: boolean
  readonly busy: boolean
  readonly takesFocus: boolean
  readonly onConfirm: (message: string) => void
  readonly onCancel: () => void
}

type Texts = { readonly label: string; readonly confirm: string; readonly missing: string }

const TEXTS: Readonly<Record<AskingButton, Texts>> = {
  reject: {
    label: 'Reason for rejection',
    confirm: 'Confirm Rejection',
    missing: REASON_MISSING,
  },
  request_changes: {
    label: 'What needs to change?',
    confirm: 'Send request',
    missing: MESSAGE_MISSING,
  },
}

const DRAFTS = { reject: 'rejection of', request_changes: 'changes to' } as const

const draftOf = (name: AskingButton, { id }: Task) => `${DRAFTS[name]} ${id}`
export const forgetMessage = (name: AskingButton, task: Task) => keepDraft(draftOf(name, task), '')

/** The box that was left with a message in it. */
export const draftedIn = (task: Task): AskingButton | undefined =>
  (['reject', 'request_changes'] as const).find((name) => readDraft(draftOf(name, task)) !== '')

/** Keeps the typed message until it's sent, even if the approver opens other invoices. */
export const MessageBox = (props: MessageBoxProps) => {
  const { task, name, hasMatch, busy, takesFocus, onConfirm, onCancel } = props
  const { label, confirm, missing } = TEXTS[name]
  const note = noteOnRejection(task, hasMatch, name)
  const { text: message, write } = useTextDraft(draftOf(name, task))
  const [isTouched, setTouched] = useState(false)
  const isEmpty = message.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTouched(true)
    if (!isEmpty) onConfirm(message.trim())
  }
  return (
    <form onSubmit={submit} onKeyDown={({ key }) => key === 'Escape' && !busy && onCancel()}>
      <Stack gap="sm">
        {note ? <Notice tone="warning">{note}</Notice> : null}
        <Textarea
          label={label}
          description={
            name === 'reject'
              ? "We'll email this to the contractor."
              : "We'll email this to the contractor, who can correct the invoice and send it back."
          }
          required
          autosize
          minRows={2}
          maxLength={REASON_LENGTH_MAX}
          autoFocus={takesFocus}
          value={message}
          error={isTouched && isEmpty ? missing : undefined}
          onBlur={() => setTouched(true)}
          onChange={({ currentTarget }) => write(currentTarget.value)}
        />
        <Group gap="sm">
          <BusyButton
            type="submit"
            variant="default"
            {...(name === 'reject' ? { 'data-danger': true } : {})}
            isBusy={busy}
            announced={BUTTONS[name].announced}
            disabled={isEmpty}
          >
            {confirm}
          </BusyButton>
          <Button variant="default" disabled={busy} onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Turning an invoice down doesn't change anything in QuickBooks, so the approver must know which bill stays there. */
export const noteOnRejection = (
  { details, posting }: Task,
  hasMatch: boolean,
  name: AskingButton = 'reject',
): string | undefined => {
  const isReject = name === 'reject'
  if (posting.leftByReject !== 'no') return billLeftText(posting.leftByReject, details, name)
  if (posting.state === 'waiting')
    return `We're waiting to add a bill for this invoice to QuickBooks. If you ${isReject ? 'reject it' : 'request changes'}, we won't add the bill.`
  return hasMatch
    ? `QuickBooks has a bill with this number and amount. ${isReject ? 'Rejecting' : 'Requesting changes'} doesn't remove it. If it's for this invoice, void it in QuickBooks as well.`
    : undefined
}
