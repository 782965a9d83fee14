// Asks for the contractor's email. A complete email counts as entered when the field loses focus.
import { email as emailShape } from '@invoice-desk/contract/values/email'
import { EMAIL_LENGTH_MAX } from '@invoice-desk/contract/values/limits'
import { Loader, Stack, TextInput } from '@mantine/core'
import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { BusyButton } from '../../../shared/ui/form/busy-button.tsx'
import type { AskingState } from './portal-flow.ts'
import type { Portal } from './use-portal.ts'

type EmailFormProps = { readonly state: AskingState; readonly portal: Portal }

const isEmail = (text: string): boolean => emailShape.safeParse(text).success

export const EmailForm = ({ state, portal }: EmailFormProps) => {
  const [email, setEmail] = useState(state.email)
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const entered = useRef(state.email)
  const isChecking = state.status === 'checking'

  // The field lost focus while it was disabled.
  useEffect(() => {
    if (!isChecking && !portal.isFresh) input.current?.focus()
  }, [isChecking, portal.isFresh])

  const enter = (event?: FormEvent) => {
    event?.preventDefault()
    if (isChecking) return
    entered.current = email
    if (isEmail(email)) return portal.enter(email)
    setProblem('Enter a valid email address.')
    input.current?.focus()
  }
  const enterOnBlur = ({ relatedTarget }: FocusEvent) => {
    // Not when the user moves on to another control or another window.
    const isLeft = relatedTarget === null && document.hasFocus()
    if (isLeft && email !== entered.current && isEmail(email)) enter()
  }
  return (
    <form noValidate onSubmit={enter}>
      <Stack gap="sm">
        <TextInput
          ref={input}
          label="Email"
          description="If this browser isn't verified yet, we'll email you a link."
          type="email"
          required
          autoComplete="email"
          maxLength={EMAIL_LENGTH_MAX}
          placeholder="you@company.com"
          value={email}
          disabled={isChecking}
          error={problem}
          rightSection={isChecking ? <Loader size="xs" aria-hidden /> : null}
          onChange={({ currentTarget }) => {
            setEmail(currentTarget.value)
            setProblem(undefined)
          }}
          onBlur={enterOnBlur}
        />
        <BusyButton
          type="submit"
          fullWidth
          isBusy={isChecking}
          busyLabel="Checking..."
          // The field already shows a spinner.
          leftSection={null}
          announced="Checking your email..."
        >
          Continue
        </BusyButton>
      </Stack>
    </form>
  )
}
