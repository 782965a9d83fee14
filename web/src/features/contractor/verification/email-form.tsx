// The one field of the verification: an e-mail, checked as soon as it is complete and entered.
import { email as emailShape } from '@invoice-desk/contract/email'
import { EMAIL_LENGTH_MAX } from '@invoice-desk/contract/limits'
import { Loader, TextInput } from '@mantine/core'
import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import type { Portal, PortalState } from './use-portal.ts'
import classes from './verify-card.module.css'

type EmailFormProps = {
  readonly state: Extract<PortalState, { status: 'asking' | 'checking' }>
  readonly portal: Portal
}

export const EmailForm = ({ state, portal }: EmailFormProps) => {
  const { email, problem, input, change, enter, enterWhenLeft } = useEmailField(state, portal)
  const isChecking = state.status === 'checking'
  return (
    <form className={classes.form} noValidate onSubmit={enter}>
      <TextInput
        ref={input}
        label="Email"
        description="If this browser is new to us, we send you a link to verify it."
        type="email"
        size="md"
        required
        autoComplete="email"
        maxLength={EMAIL_LENGTH_MAX}
        placeholder="you@company.com"
        value={email}
        disabled={isChecking}
        error={problem}
        rightSection={isChecking ? <Loader size="xs" aria-hidden /> : null}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        onBlur={enterWhenLeft}
      />
      <BusyButton
        type="submit"
        size="md"
        fullWidth
        isBusy={isChecking}
        busyLabel="Checking..."
        // The field has the spinner.
        leftSection={null}
        announced="Checking your email..."
      >
        Continue
      </BusyButton>
    </form>
  )
}

const isEmail = (text: string): boolean => emailShape.safeParse(text).success

const useEmailField = (state: EmailFormProps['state'], portal: Portal) => {
  const [email, setEmail] = useState(state.email)
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const entered = useRef(state.email)
  const { isFresh } = portal

  // A disabled field loses the focus; whoever was refused goes on typing where they were.
  useEffect(() => {
    if (state.status === 'asking' && !isFresh) input.current?.focus()
  }, [state.status, isFresh])

  const run = () => {
    if (state.status === 'checking') return
    entered.current = email
    if (isEmail(email)) return portal.enter(email)
    setProblem('Please enter a valid email address.')
    input.current?.focus()
  }
  return {
    email,
    problem,
    input,
    change: (typed: string) => {
      setEmail(typed)
      setProblem(undefined)
    },
    enter: (event: FormEvent) => {
      event.preventDefault()
      run()
    },
    /** A complete e-mail counts as entered once the field is left for nothing else on the page. */
    enterWhenLeft: ({ relatedTarget }: FocusEvent) => {
      const isLeft = relatedTarget === null && document.hasFocus()
      if (isLeft && email !== entered.current && isEmail(email)) run()
    },
  }
}
