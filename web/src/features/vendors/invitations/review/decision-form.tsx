// Staff choose the vendor that the details are for, and accept them or send them back.
import { ERRORS } from '@invoice-desk/contract/http/errors'
import { REASON_LENGTH_MAX } from '@invoice-desk/contract/values/limits'
import { Button, Checkbox, Group, Stack, Textarea } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError } from '../../../../shared/api/api-error.ts'
import { useTextDraft } from '../../../../shared/drafts/use-draft.ts'
import { Card } from '../../../../shared/ui/card.tsx'
import { Notice } from '../../../../shared/ui/feedback/notice.tsx'
import { Problem } from '../../../../shared/ui/feedback/problem.tsx'
import { BusyButton } from '../../../../shared/ui/form/busy-button.tsx'
import { DraftNotice } from '../../../../shared/ui/form/draft-notice.tsx'
import { FormButtons } from '../../../../shared/ui/form/form-buttons.tsx'
import { BillAccountSelect } from '../../form/bill-account-select.tsx'
import type { Reviewed } from '../api.ts'
import { warningsOf } from './review-choice.ts'
import { useReview } from './use-review.ts'
import { VendorChoices } from './vendor-choices.tsx'

type DecisionFormProps = { readonly reviewed: Reviewed; readonly onReload: () => void }

export const DecisionForm = ({ reviewed, onReload }: DecisionFormProps) => {
  const review = useReview(reviewed)
  const { form, chosen, track1099, isBusy } = review
  const reason = useTextDraft(`correction of ${reviewed.invitation.id}`)
  const [isSendingBack, setIsSendingBack] = useState(reason.text !== '')
  const sendBackButton = useRef<HTMLButtonElement>(null)
  const warnings = warningsOf({
    email: reviewed.invitation.email,
    details: reviewed.details,
    similar: reviewed.similar,
    mapping: reviewed.mapping,
    chosen,
    newName: form.values.name,
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Enter in a field submits the form even if it has no button.
    if (!isSendingBack) review.accept()
  }
  const cancel = () => {
    reason.write('')
    setIsSendingBack(false)
    setTimeout(() => sendBackButton.current?.focus())
  }
  return (
    <Card title="Your decision">
      <Stack gap="md">
        <form noValidate onSubmit={submit}>
          <Stack gap="md">
            <DraftNotice draft={review.draft} />
            <VendorChoices reviewed={reviewed} review={review} />
            <BillAccountSelect {...form.getInputProps('qbBillAccount')} />
            <Checkbox
              label="Track payments for 1099"
              description="QuickBooks then counts payments to this vendor for its 1099 form."
              checked={track1099}
              onChange={({ currentTarget }) => review.setTracking(currentTarget.checked)}
            />
            {warnings.length > 0 ? (
              <Notice tone="warning">
                {warnings.map((warning) => (
                  <p key={warning}>{warning}</p>
                ))}
              </Notice>
            ) : null}
            {review.error ? <DecisionProblem error={review.error} onReload={onReload} /> : null}
            {isSendingBack ? null : (
              <Group justify="flex-end" gap="sm" className="phone-pair">
                <Button
                  ref={sendBackButton}
                  variant="default"
                  disabled={isBusy}
                  onClick={() => setIsSendingBack(true)}
                >
                  Send back
                </Button>
                <BusyButton
                  type="submit"
                  // No button is filled beside a warning.
                  variant={warnings.length > 0 ? 'default' : 'filled'}
                  isBusy={isBusy}
                  announced="Saving to QuickBooks..."
                >
                  {chosen ? 'Accept and update vendor' : 'Accept and create vendor'}
                </BusyButton>
              </Group>
            )}
          </Stack>
        </form>
        {isSendingBack ? (
          <SendBackForm
            reason={reason.text}
            onReason={reason.write}
            isBusy={isBusy}
            onSend={(text) => review.sendBack(text, reason.forget)}
            onCancel={cancel}
          />
        ) : null}
      </Stack>
    </Card>
  )
}

const CHANGED =
  'This changed while you were reviewing it. Load the current details and check them again.'

type DecisionProblemProps = { readonly error: Error; readonly onReload: () => void }

const DecisionProblem = ({ error, onReload }: DecisionProblemProps) => {
  const isOutdated =
    error instanceof ApiError && error.is('changed_meanwhile', 'not_found', 'qbo_vendor_unknown')
  if (!isOutdated) return <Problem error={error} />
  return (
    <Notice
      tone="warning"
      action={
        <Button variant="default" onClick={onReload}>
          Load current details
        </Button>
      }
    >
      <p>{error.message === ERRORS.changed_meanwhile.text ? CHANGED : error.message}</p>
    </Notice>
  )
}

type SendBackFormProps = {
  readonly reason: string
  readonly onReason: (reason: string) => void
  readonly isBusy: boolean
  readonly onSend: (reason: string) => void
  readonly onCancel: () => void
}

/** Asks why the details go back to the vendor. */
const SendBackForm = (props: SendBackFormProps) => {
  const { reason, onReason, isBusy, onSend, onCancel } = props
  const [isTouched, setIsTouched] = useState(false)
  const input = useRef<HTMLTextAreaElement>(null)
  const isEmpty = reason.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTouched(true)
    if (isEmpty) input.current?.focus()
    else onSend(reason.trim())
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="sm">
        <Textarea
          ref={input}
          label="What needs to be corrected?"
          description="We'll email this to the vendor with a new link, and erase the tax ID."
          required
          autosize
          minRows={2}
          maxLength={REASON_LENGTH_MAX}
          autoFocus
          value={reason}
          error={isTouched && isEmpty ? 'Tell the vendor what to correct.' : undefined}
          onChange={({ currentTarget }) => onReason(currentTarget.value)}
        />
        <FormButtons
          variant="default"
          data-danger
          isBusy={isBusy}
          announced="Sending the details back..."
          isLocked={isBusy}
          onCancel={onCancel}
        >
          Send back
        </FormButtons>
      </Stack>
    </form>
  )
}
