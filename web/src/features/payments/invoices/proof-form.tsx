// Asks visitors to show that they are the customer: by ZIP code, or with a link that we email to the customer.
import { CUSTOMER_PASS_DAYS } from '@invoice-desk/contract/values/limits'
import { TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { messageOf } from '../../../shared/api/api-error.ts'
import { useAnnouncement } from '../../../shared/ui/feedback/announcements.tsx'
import { BusyButton } from '../../../shared/ui/form/busy-button.tsx'
import { PROVEN_QUERY } from '../api.ts'
import { DETAILS, isExpired, requestLink, sendZip } from './api.ts'
import { DetailsProblem } from './details-problem.tsx'
import classes from './proof-form.module.css'

type ProofFormProps = {
  /** Any of the customer's that can be looked up. */
  readonly invoiceId: string
  readonly onProven: () => void
  readonly onSearchAgain: () => void
}

const REQUIRED = 'This is required.'
const FORGOTTEN = "Your browser didn't keep it. Allow cookies for this site and try again."
const ORDER: ['label', 'input', 'description', 'error'] = ['label', 'input', 'description', 'error']

export const ProofForm = ({ invoiceId, onProven, onSearchAgain }: ProofFormProps) => {
  const client = useQueryClient()
  const { data: isProven } = useQuery(PROVEN_QUERY)
  const [zip, setZip] = useState('')
  const [problem, setProblem] = useState(isProven ? FORGOTTEN : undefined)
  const input = useRef<HTMLInputElement>(null)
  const proof = useMutation({
    mutationFn: () => sendZip(invoiceId, zip),
    onSuccess: () => {
      client.setQueryData(PROVEN_QUERY.queryKey, true)
      onProven()
      // All opened invoices.
      void client.resetQueries({ queryKey: DETAILS })
    },
    onError: (error) => {
      setProblem(messageOf(error))
      input.current?.focus()
    },
  })
  const link = useMutation({ mutationFn: () => requestLink(invoiceId) })
  useAnnouncement(problem)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (zip.trim() !== '') return proof.mutate()
    setProblem(REQUIRED)
    input.current?.focus()
  }
  const expired = [proof.error, link.error].find(isExpired)
  if (expired) {
    const again = { onRetry: onSearchAgain, onSearchAgain }
    return <DetailsProblem error={expired} {...again} />
  }
  return (
    <form
      className={`stack compact ${classes.form}`}
      noValidate
      onSubmit={submit}
      data-print="never"
    >
      <p>To see what’s on these invoices, enter your billing ZIP code. You can pay without it.</p>
      <div className={`row gap-3 top ${classes.row}`}>
        <TextInput
          ref={input}
          label="Billing ZIP code"
          description={`Remembered in this browser for ${CUSTOMER_PASS_DAYS} days.`}
          inputWrapperOrder={ORDER}
          autoComplete="billing postal-code"
          maxLength={12}
          value={zip}
          error={problem}
          onChange={({ currentTarget: { value } }) => {
            setZip(value)
            setProblem(undefined)
          }}
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
      <div className="row">
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
      </div>
      <p role="status">
        {link.isSuccess
          ? 'If we have an email address for you, we’ve sent a link to it. It can take a minute.'
          : link.error && messageOf(link.error)}
      </p>
    </form>
  )
}
