// The dialog for one payment: its status, what needs review, and its details.

import { canRelease, type PaymentAttemptDetails } from '@invoice-desk/contract/payments/admin'
import { PAYMENT_METHODS } from '@invoice-desk/contract/payments/payment-methods'
import { REASON_LENGTH_MAX } from '@invoice-desk/contract/values/limits'
import { Box, Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../shared/api/api-error.ts'
import { useTextDraft } from '../../../shared/drafts/use-draft.ts'
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx'
import { Loaded } from '../../../shared/ui/feedback/loaded.tsx'
import { Notice } from '../../../shared/ui/feedback/notice.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { BusyButton } from '../../../shared/ui/form/busy-button.tsx'
import { attemptQuery, useCheck, useResolve } from './api.ts'
import { AttemptDetails } from './attempt-details.tsx'
import { meaningOf, StatePill } from './states.tsx'

type AttemptProps = { readonly attempt: PaymentAttemptDetails }

export const AttemptDialog = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const query = useQuery(attemptQuery(id))
  const title = query.data ? `Payment by ${query.data.companyName}` : 'Payment'
  return (
    <Dialog title={title} size="xl" onClose={onClose}>
      <Loaded query={query}>
        {(attempt) => (
          <Stack gap="lg">
            <Status attempt={attempt} />
            {isOpen(attempt) ? <Review key={attempt.state} attempt={attempt} /> : null}
            <AttemptDetails attempt={attempt} />
          </Stack>
        )}
      </Loaded>
    </Dialog>
  )
}

const needsReview = ({ review, state }: PaymentAttemptDetails): boolean =>
  review !== '' || state === 'needs_review'
const isOpen = (attempt: PaymentAttemptDetails): boolean =>
  needsReview(attempt) || canRelease(attempt.state)

const Status = ({ attempt }: AttemptProps) => (
  <Group justify="space-between" align="flex-start">
    <Box flex="1 1 18rem">
      <StatePill attempt={attempt} />
      <Text mt="xs">{meaningOf(attempt).text}</Text>
      {attempt.failure ? <p>“{attempt.failure}”</p> : null}
    </Box>
    <Group>
      {attempt.receiptUrl ? (
        <a href={attempt.receiptUrl} target="_blank" rel="noopener noreferrer">
          Receipt
        </a>
      ) : null}
      <CheckNow attempt={attempt} />
    </Group>
  </Group>
)

const CheckNow = ({ attempt }: AttemptProps) => {
  const check = useCheck((checked, before) => {
    if (checked.unanswered) {
      const text = `${checked.unanswered} isn't responding, so this is the last known status. We'll keep checking. You can also try again in a minute.`
      return showToast('warning', text)
    }
    const isSame = checked.state === before.state && checked.review === before.review
    if (isSame) showToast('info', 'Checked. Nothing has changed.')
    else showToast('success', `Checked. New status: ${meaningOf(checked).label}.`)
  })
  return (
    <BusyButton
      variant="default"
      isBusy={check.isPending}
      busyLabel="Checking..."
      onClick={() => check.mutate(attempt)}
    >
      Check now
    </BusyButton>
  )
}

const RELEASE = 'The customer can no longer finish this payment afterward, and reads why.'
const LOOK_UP = 'First look up the payment at the provider: it may have charged the customer.'

/** Says why a payment needs review or holds its invoices, and lets staff resolve it or release them with a note. */
const Review = ({ attempt }: AttemptProps) => {
  const note = useTextDraft(`resolution of ${attempt.id}`)
  const [isOpen, setOpen] = useState(note.text !== '')
  const cancel = () => {
    note.write('')
    setOpen(false)
  }
  const action = canRelease(attempt.state) ? 'Release invoices' : 'Mark as resolved'
  const open = (
    <Button variant="default" onClick={() => setOpen(true)}>
      {action}
    </Button>
  )
  const isReview = needsReview(attempt)
  const isPayersTurn = attempt.state === 'reserved' || attempt.state === 'requires_action'
  return (
    <Notice
      tone={isReview ? 'warning' : 'info'}
      title={isReview ? 'Needs review' : 'Invoices on hold'}
      action={isOpen ? null : open}
    >
      <p>{attempt.review || (isPayersTurn ? RELEASE : LOOK_UP)}</p>
      {isOpen ? <ResolveForm {...{ attempt, note, action }} onCancel={cancel} /> : null}
    </Notice>
  )
}

type ResolveFormProps = AttemptProps & {
  readonly note: ReturnType<typeof useTextDraft>
  readonly action: string
  readonly onCancel: () => void
}

const ResolveForm = ({ attempt, note, action, onCancel }: ResolveFormProps) => {
  const [isCheckedByHand, setCheckedByHand] = useState(false)
  const isHold = attempt.state === 'needs_review' || canRelease(attempt.state)
  const resolve = useResolve(() => {
    note.forget()
    showToast('success', isHold ? 'The payment was closed.' : 'Marked as resolved.')
  })
  const isUnanswered = resolve.error instanceof ApiError && resolve.error.is('attempt_unanswered')
  const isEmpty = note.text.trim() === ''
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isEmpty || resolve.isPending) return
        resolve.mutate({
          id: attempt.id,
          note: note.text.trim(),
          ...(isCheckedByHand && { lookedUp: true }),
        })
      }}
    >
      <Stack gap="sm" mt="xs">
        <Textarea
          label="What did you do?"
          description={
            isHold
              ? "This closes the payment and releases its invoices. It doesn't move money or change QuickBooks."
              : "This is saved in the history. It doesn't move money or change QuickBooks."
          }
          required
          autosize
          minRows={2}
          maxLength={REASON_LENGTH_MAX}
          autoFocus
          value={note.text}
          onChange={({ currentTarget }) => note.write(currentTarget.value)}
        />
        {isUnanswered || isCheckedByHand ? (
          <Checkbox
            label={`I checked this payment at ${PAYMENT_METHODS[attempt.method].provider}. Nothing was charged.`}
            checked={isCheckedByHand}
            onChange={({ currentTarget }) => setCheckedByHand(currentTarget.checked)}
          />
        ) : null}
        <Group gap="sm" justify="flex-end">
          <Button variant="default" disabled={resolve.isPending} onClick={onCancel}>
            Cancel
          </Button>
          <BusyButton
            type="submit"
            isBusy={resolve.isPending}
            announced="Saving..."
            disabled={isEmpty}
          >
            {action}
          </BusyButton>
        </Group>
      </Stack>
    </form>
  )
}
