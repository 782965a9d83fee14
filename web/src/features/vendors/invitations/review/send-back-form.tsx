// Asks why the details go back to the vendor.
import { REASON_LENGTH_MAX } from '@invoice-desk/contract/values/limits'
import { Stack, Textarea } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { FormButtons } from '../../../../shared/ui/form/form-buttons.tsx'

type SendBackFormProps = {
  readonly reason: string
  readonly onReason: (reason: string) => void
  readonly isBusy: boolean
  readonly onSend: (reason: string) => void
  readonly onCancel: () => void
}

export const SendBackForm = (props: SendBackFormProps) => {
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
