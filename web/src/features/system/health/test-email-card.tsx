// Sends a test email, and says what the mail server answered.
import { isPlainEmail } from '@invoice-desk/contract/values/email'
import { Box, Group, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '../../../shared/api/api-error.ts'
import { Card } from '../../../shared/ui/card.tsx'
import { useAnnouncement } from '../../../shared/ui/feedback/announcements.tsx'
import { Notice } from '../../../shared/ui/feedback/notice.tsx'
import { Problem } from '../../../shared/ui/feedback/problem.tsx'
import { BusyButton } from '../../../shared/ui/form/busy-button.tsx'
import { testEmailMutation } from './api.ts'

const ACCEPTED = 'The mail server accepted it. Check the inbox, and the spam folder.'

export const TestEmailCard = ({ person }: { person: string }) => {
  const send = useMutation(testEmailMutation)
  useAnnouncement(send.data && !send.data.problem ? ACCEPTED : undefined)
  const form = useForm({
    initialValues: { to: person },
    validate: { to: (to) => (isPlainEmail(to.trim()) ? null : 'Enter a valid email address.') },
  })
  const focus = () => form.getInputNode('to')?.focus()
  const submit = form.onSubmit(({ to }) => {
    if (send.isPending) return
    send.mutate(to.trim(), {
      onError: (error) => {
        if (!isAboutAddress(error)) return
        form.setFieldError('to', error.message)
        focus()
      },
    })
  }, focus)
  return (
    <Card title="Send a test email">
      <Text c="var(--muted)" fz="sm" mb="sm">
        We send it right away and show your mail server’s answer.
      </Text>
      <form noValidate onSubmit={submit}>
        <Group align="flex-end" gap="sm">
          <TextInput
            label="To"
            type="email"
            required
            autoComplete="email"
            flex="1 1 14rem"
            {...form.getInputProps('to')}
          />
          <BusyButton type="submit" isBusy={send.isPending} announced="Sending the test email...">
            Send
          </BusyButton>
        </Group>
      </form>
      {send.isPending ? null : <Answer send={send} />}
    </Card>
  )
}

const isAboutAddress = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.field === 'to'

type AnswerProps = {
  readonly send: {
    readonly data: { readonly problem?: string | undefined } | undefined
    readonly variables: string | undefined
    readonly error: Error | null
  }
}

const Answer = ({ send: { data, variables, error } }: AnswerProps) => {
  if (isAboutAddress(error) || (!error && !data)) return null
  return (
    <Box mt="sm">
      {error ? (
        <Problem error={error} />
      ) : data?.problem ? (
        <Notice tone="negative" title="The mail server didn’t accept it">
          <p>{data.problem}</p>
        </Notice>
      ) : (
        <Notice tone="positive" title={`Sent to ${variables}`}>
          <p>{ACCEPTED}</p>
        </Notice>
      )}
    </Box>
  )
}
