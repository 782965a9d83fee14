// Emails a vendor a link to enter its details. Keeps the input until the email is on its way.
import { describeIssue } from '@invoice-desk/contract/http/issues'
import { inviteVendor } from '@invoice-desk/contract/vendors/vendor-invitations'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../shared/api/api-error.ts'
import { useKeptForm } from '../../../shared/drafts/use-kept-form.ts'
import { AppLink } from '../../../shared/navigation/app-link.tsx'
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx'
import { Notice } from '../../../shared/ui/feedback/notice.tsx'
import { Problem } from '../../../shared/ui/feedback/problem.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { BusyButton } from '../../../shared/ui/form/busy-button.tsx'
import { KeptNotice } from '../../../shared/ui/form/kept-notice.tsx'
import { INVITATION_DRAFT } from '../drafts.ts'
import { useTab } from '../tabs/tab.ts'
import { inviteMutation } from './api.ts'

export type Invitee = { readonly email: string; readonly name: string }

type InviteDialogProps = {
  /** Prefills the form. Without it, staff enter whom they invite. */
  readonly invitee: Invitee | undefined
  readonly onClose: () => void
}

export const InviteDialog = (props: InviteDialogProps) => {
  const invite = useMutation(inviteMutation(useQueryClient()))
  // People see whether the email was sent, so it stays open until then.
  const close = () => {
    if (!invite.isPending) props.onClose()
  }
  return (
    <Dialog
      title={props.invitee ? 'Ask for details' : 'Invite a vendor'}
      closeOnClickOutside={false}
      withCloseButton={!invite.isPending}
      onClose={close}
    >
      <InviteForm {...props} invite={invite} />
    </Dialog>
  )
}

const problemsOf = (fields: Invitee): Record<string, string> => {
  const { error } = inviteVendor.body.safeParse(fields, { error: describeIssue })
  const problems: Record<string, string> = {}
  for (const { path, message } of error?.issues ?? []) problems[String(path[0])] ??= message
  return problems
}

const hasSentDetails = (error: ApiError): boolean => error.is('changed_meanwhile')

/** Undefined if the error concerns the whole form. */
const fieldOf = (error: Error): 'email' | 'name' | undefined => {
  if (!(error instanceof ApiError) || hasSentDetails(error)) return undefined
  return (['email', 'name'] as const).find((field) => field === error.field)
}

type InviteFormProps = InviteDialogProps & {
  readonly invite: UseMutationResult<unknown, Error, Invitee>
}

const InviteForm = ({ invitee, invite, onClose }: InviteFormProps) => {
  const form = useForm<Invitee>({
    initialValues: invitee ?? { email: '', name: '' },
    validate: problemsOf,
  })
  const kept = useKeptForm(INVITATION_DRAFT, form)
  const submit = form.onSubmit(
    (fields) =>
      invite.mutate(fields, {
        onSuccess: () => {
          showToast('success', `We emailed a link to ${fields.email.trim()}`)
          onClose()
        },
        onError: (error) => {
          const field = fieldOf(error)
          if (!field) return
          form.setFieldError(field, error.message)
          form.getInputNode(field)?.focus()
        },
      }),
    (problems) => form.getInputNode(Object.keys(problems)[0] ?? '')?.focus(),
  )

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <p>
          We'll email a link to a form for the vendor's address and tax details. You review what
          they send before anything goes to QuickBooks.
        </p>
        <KeptNotice kept={kept} />
        {invite.error && !fieldOf(invite.error) ? (
          <InviteProblem error={invite.error} onLeave={onClose} />
        ) : null}
        <TextInput
          label="Email"
          type="email"
          required
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('email')}
        />
        <TextInput
          label="Name"
          description="How the email addresses the vendor."
          required
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" disabled={invite.isPending} onClick={onClose}>
            Cancel
          </Button>
          <BusyButton type="submit" isBusy={invite.isPending} announced="Sending the email...">
            Send link
          </BusyButton>
        </Group>
      </Stack>
    </form>
  )
}

type InviteProblemProps = { readonly error: Error; readonly onLeave: () => void }

/** If the vendor has already sent details, they can be reviewed. */
const InviteProblem = ({ error, onLeave }: InviteProblemProps) => {
  const { addressOf } = useTab()
  if (!(error instanceof ApiError) || !hasSentDetails(error)) return <Problem error={error} />
  const { invitationId } = error.body as { readonly invitationId?: string }
  return (
    <Notice
      tone="warning"
      action={
        <AppLink to={addressOf('invitations', invitationId)} onClick={onLeave}>
          Review the details
        </AppLink>
      }
    >
      <p>{error.message}</p>
    </Notice>
  )
}
