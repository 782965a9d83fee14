// Emails a vendor a link to enter its details. Keeps the input until the email is on its way.
import { inviteVendor } from '@invoice-desk/contract/vendors/vendor-invitations'
import { Stack, TextInput } from '@mantine/core'
import { ApiError } from '../../../shared/api/api-error.ts'
import { AppLink } from '../../../shared/navigation/app-link.tsx'
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx'
import { Notice } from '../../../shared/ui/feedback/notice.tsx'
import { Problem } from '../../../shared/ui/feedback/problem.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { DraftNotice } from '../../../shared/ui/form/draft-notice.tsx'
import { fieldAmong, problemsIn, refusedField } from '../../../shared/ui/form/field-problems.ts'
import { FormButtons } from '../../../shared/ui/form/form-buttons.tsx'
import { useRecordForm } from '../../../shared/ui/form/use-record-form.ts'
import { INVITATION_DRAFT } from '../drafts.ts'
import { useTab } from '../tabs/tab.ts'
import { useInvite } from './api.ts'

export type Invitee = { email: string; name: string }

type InviteDialogProps = {
  /** Prefills the form. Without it, staff enter whom they invite. */
  readonly invitee: Invitee | undefined
  readonly onClose: () => void
}

export const InviteDialog = (props: InviteDialogProps) => {
  const invite = useInvite()
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

const hasSentDetails = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.is('changed_meanwhile')

const fieldAt = fieldAmong(['email', 'name'])

type InviteFormProps = InviteDialogProps & { readonly invite: ReturnType<typeof useInvite> }

const InviteForm = ({ invitee, invite, onClose }: InviteFormProps) => {
  const record = useRecordForm<Invitee>({
    name: INVITATION_DRAFT,
    version: undefined,
    values: invitee ?? { email: '', name: '' },
    validate: (fields) => problemsIn(inviteVendor.body, fields, fieldAt),
    save: invite,
    fieldOf: (error) => (hasSentDetails(error) ? undefined : refusedField(error, fieldAt)),
  })
  const { form } = record
  const submit = record.submit((fields) =>
    invite.mutate(fields, {
      onSuccess: () => {
        showToast('success', `We emailed a link to ${fields.email.trim()}`)
        onClose()
      },
      onError: record.showRefusal,
    }),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <p>
          We'll email a link to a form for the vendor's address and tax details. You review what
          they send before anything goes to QuickBooks.
        </p>
        <DraftNotice draft={record.draft} />
        {record.error ? <InviteProblem error={record.error} onLeave={onClose} /> : null}
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
        <FormButtons
          isBusy={invite.isPending}
          announced="Sending the email..."
          isLocked={invite.isPending}
          onCancel={onClose}
        >
          Send link
        </FormButtons>
      </Stack>
    </form>
  )
}

type InviteProblemProps = { readonly error: Error; readonly onLeave: () => void }

/** If the vendor has already sent details, they can be reviewed. */
const InviteProblem = ({ error, onLeave }: InviteProblemProps) => {
  const { addressOf } = useTab()
  if (!hasSentDetails(error)) return <Problem error={error} />
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
