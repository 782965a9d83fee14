// The vendor's form in two steps. What is typed stays in memory until it's sent, and is never kept in the browser.
import type { VendorDetails } from '@invoice-desk/contract/vendors/vendor-details'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { ApiError, isUnanswered, messageOf } from '../../../shared/api/api-error.ts'
import { Card } from '../../../shared/ui/card.tsx'
import { ContactLink } from '../../../shared/ui/contact-link.tsx'
import { LeaveGuard } from '../../../shared/ui/dialog/leave-guard.tsx'
import { Notice } from '../../../shared/ui/feedback/notice.tsx'
import { BusyButton } from '../../../shared/ui/form/busy-button.tsx'
import { sendDetails } from './api.ts'
import {
  type DetailsFields,
  type DetailsFormState,
  type FieldPath,
  fieldOf,
  fieldsOf,
  firstOf,
  type Problems,
  problemsOf,
  requestOf,
  type Step,
  stepOf,
} from './details-fields.ts'
import { DetailsInputs } from './details-inputs.tsx'
import { SignStep } from './sign-step.tsx'
import { useSteps } from './use-steps.ts'

type DetailsFormProps = {
  readonly token: string
  /** What was sent before. */
  readonly details: VendorDetails | undefined
  /** True if someone asked for the form, so its heading takes focus. */
  readonly takesFocus: boolean
  /** Without the details if the answer can't be read. */
  readonly onSent: (details: VendorDetails | undefined) => void
  /** Closes the form, if there's something to return to. */
  readonly onCancel: (() => void) | undefined
}

export const DetailsForm = (props: DetailsFormProps) => {
  const { token, details, takesFocus, onSent, onCancel } = props
  const { step, sign, goBack } = useSteps()
  const form = useForm<DetailsFields>({
    initialValues: fieldsOf(details),
    validate: (fields) => problemsOf(fields, step),
  })
  const { title, focus } = useFocus(form, step, takesFocus)
  const titleId = useId()

  // A second click can come before the button is drawn as busy.
  const isSending = useRef(false)
  const { mutate, isPending, error } = useMutation({
    // The function refers to the form, so it's dropped when the form closes. Variables would be kept.
    gcTime: 0,
    mutationFn: () => sendDetails(requestOf(token, form.getValues())),
    onSuccess: (answer) => onSent(answer?.details),
    onError: (refusal) => {
      const field = fieldOf(refusal)
      if (!field) return
      form.setFieldError(field, messageOf(refusal))
      focus(field)
      if (stepOf(field) === 'enter' && step === 'sign') goBack()
    },
    onSettled: () => {
      isSending.current = false
    },
  })
  const send = () => {
    if (isSending.current) return
    isSending.current = true
    mutate()
  }
  const submit = form.onSubmit(
    () => (step === 'enter' ? sign() : send()),
    (problems: Problems) => {
      const first = firstOf(problems)
      if (first) focus(first)
    },
  )
  return (
    <Card>
      <form aria-labelledby={titleId} noValidate autoComplete="on" onSubmit={submit}>
        <Stack gap="lg">
          <header>
            <Text fz="sm" c="var(--muted)">
              Step {step === 'enter' ? 1 : 2} of 2
            </Text>
            <Title order={2} fz="var(--font-title)" id={titleId} ref={title} tabIndex={-1}>
              {step === 'enter' ? 'Enter your details' : 'Check and sign'}
            </Title>
          </header>
          {step === 'enter' ? (
            <>
              <WhoMayUse />
              <DetailsInputs form={form} knownTaxId={knownTaxIdOf(details)} />
            </>
          ) : (
            <SignStep form={form} isBusy={isPending} />
          )}
          {step === 'sign' && error && !fieldOf(error) ? <SendProblem error={error} /> : null}
          <Actions step={step} isBusy={isPending} onBack={step === 'sign' ? goBack : onCancel} />
        </Stack>
      </form>
      <LeaveGuard active={form.isDirty()} />
    </Card>
  )
}

/** Focuses a field once its step is shown, and the heading of a step that is shown without one. */
const useFocus = (form: DetailsFormState, step: Step, takesFocus: boolean) => {
  const title = useRef<HTMLHeadingElement>(null)
  const [target, setTarget] = useState<FieldPath | 'title' | undefined>(
    takesFocus ? 'title' : undefined,
  )
  const [shown, setShown] = useState(step)
  if (shown !== step) {
    setShown(step)
    setTarget(target ?? 'title')
  }
  useEffect(() => {
    if (!target || (target !== 'title' && stepOf(target) !== step)) return
    const node = target === 'title' ? undefined : form.getInputNode(target)
    const focused = node ?? title.current
    focused?.focus()
    setTarget(undefined)
  }, [target, step, form])
  return { title, focus: setTarget }
}

const WhoMayUse = () => (
  <Text fz="sm" c="var(--muted)">
    This takes the place of IRS Form W-9, so you don’t need to send one. It’s for US citizens and
    residents, and for businesses, trusts and estates formed in the US. If that’s not you, if you
    have an ITIN, or if you’re subject to backup withholding, email <ContactLink /> instead.
  </Text>
)

const SendProblem = ({ error }: { error: unknown }) => {
  const isRefused = error instanceof ApiError && error.is('token_invalid', 'token_expired')
  return (
    <Notice tone="negative" title="We couldn’t send your details">
      {isRefused ? (
        <>
          <p>
            This link no longer works. Open the one in our latest email, or email <ContactLink />{' '}
            and ask for a new one.
          </p>
          <p>What you entered is still here until you close this page.</p>
        </>
      ) : (
        <p>
          {messageOf(error)}
          {isUnanswered(error)
            ? ' What you entered is still here, and it’s safe to send it again.'
            : ''}
        </p>
      )}
    </Notice>
  )
}

type ActionsProps = {
  readonly step: Step
  readonly isBusy: boolean
  readonly onBack: (() => void) | undefined
}

const Actions = ({ step, isBusy, onBack }: ActionsProps) => (
  <Group justify="flex-end" gap="sm">
    {onBack ? (
      <Button variant="default" disabled={isBusy} onClick={onBack}>
        {step === 'enter' ? 'Cancel' : 'Back'}
      </Button>
    ) : null}
    <BusyButton key={step} type="submit" isBusy={isBusy} busyLabel="Sending...">
      {step === 'enter' ? 'Continue' : 'Send details'}
    </BusyButton>
  </Group>
)

const knownTaxIdOf = (details: VendorDetails | undefined): string | undefined =>
  details && `${details.taxIdType} ending in ${details.taxIdLast4}`
