// Asks visitors to show that they are the customer: by ZIP code, or with a link that we email to the customer.
import { CUSTOMER_PASS_DAYS } from '@invoice-desk/contract/limits'
import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { messageOf } from '../../../shared/api-error.ts'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { DETAILS, PROVEN_QUERY, requestLink, sendZip } from './api.ts'
import classes from './proof-form.module.css'

type ProofFormProps = {
  readonly invoiceId: string
  readonly onProven: () => void
}

export const ProofForm = ({ invoiceId, onProven }: ProofFormProps) => {
  const client = useQueryClient()
  const [zip, setZip] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const proof = useMutation({
    mutationFn: () => sendZip(invoiceId, zip),
    onSuccess: () => {
      onProven()
      client.setQueryData(PROVEN_QUERY.queryKey, true)
      // All opened invoices.
      void client.resetQueries({ queryKey: DETAILS })
    },
    onError: () => input.current?.focus(),
  })
  const link = useMutation({ mutationFn: () => requestLink(invoiceId) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (zip.trim() === '') return input.current?.focus()
    proof.mutate()
  }
  return (
    <form className={classes.form} noValidate onSubmit={submit} data-print="never">
      <p>To see what’s on these invoices, enter your billing ZIP code. You can pay without it.</p>
      <div className={classes.row}>
        <TextInput
          ref={input}
          label="Billing ZIP code"
          description={`Remembered in this browser for ${CUSTOMER_PASS_DAYS} days.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="billing postal-code"
          maxLength={12}
          value={zip}
          error={proof.error ? messageOf(proof.error) : undefined}
          onChange={({ currentTarget }) => setZip(currentTarget.value)}
        />
        <BusyButton
          type="submit"
          variant="default"
          isBusy={proof.isPending}
          announced="Checking..."
        >
          Show details
        </BusyButton>
      </div>
      {link.isSuccess ? (
        <p role="status">
          If we have an email address for you, we’ve sent a link to it. It can take a minute.
        </p>
      ) : (
        <p className={classes.other}>
          <span>No ZIP code at hand?</span>
          <BusyButton
            size="compact-sm"
            variant="default"
            isBusy={link.isPending}
            announced="Sending..."
            onClick={() => link.mutate()}
          >
            Email me a link
          </BusyButton>
        </p>
      )}
      {link.error ? <p role="alert">{messageOf(link.error)}</p> : null}
    </form>
  )
}
