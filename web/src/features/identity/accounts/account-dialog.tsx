// Adds or changes an account. Input is kept until it is saved.
import type { ManagedAccount } from '@invoice-desk/contract/identity/accounts'
import { Button, Checkbox, Group, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../shared/api/api-error.ts'
import { useKeptForm } from '../../../shared/drafts/use-kept-form.ts'
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx'
import { ChangedNotice } from '../../../shared/ui/feedback/changed-notice.tsx'
import { Problem } from '../../../shared/ui/feedback/problem.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { BusyButton } from '../../../shared/ui/form/busy-button.tsx'
import { KeptNotice } from '../../../shared/ui/form/kept-notice.tsx'
import { ACCOUNT_DRAFT } from './account-draft.ts'
import { type AccountFields, fieldOf, fieldsOf, problemsOf } from './account-fields.ts'
import { saveAccountMutation } from './api.ts'
import { RightsFields } from './rights-fields.tsx'

type AccountFormProps = {
  /** The account's latest version; undefined for a new account. */
  readonly account: ManagedAccount | undefined
  /** They can get another welcome email. */
  readonly hasNeverSignedIn?: boolean
  readonly onClose: () => void
}

export const AccountDialog = (props: AccountFormProps) => (
  <Dialog
    size="xl"
    title={props.account ? 'Change account' : 'Add account'}
    closeOnClickOutside={false}
    onClose={props.onClose}
  >
    <AccountForm {...props} />
  </Dialog>
)

const AccountForm = ({ account, hasNeverSignedIn = false, onClose }: AccountFormProps) => {
  const save = useMutation(saveAccountMutation(useQueryClient()))
  // What the person saw, so a newer version isn't replaced unseen. Saving again replaces it.
  const [seen, setSeen] = useState(account?.version ?? 0)
  const version = account && isConflict(save.error) ? account.version : seen
  const canWelcome = account === undefined || (hasNeverSignedIn && !account.disabled)
  const form = useForm({ initialValues: fieldsOf(account), validate: problemsOf })
  const kept = useKeptForm(ACCOUNT_DRAFT + (account?.email ?? ''), form, {
    ...(account && { version }),
  })
  /** The dialog is long, so the field may be out of sight. */
  const focus = (field: string | undefined) => {
    const node = field ? form.getInputNode(field) : null
    // The tools are a group.
    const input = node?.querySelector('input') ?? node
    input?.focus()
  }

  const submit = form.onSubmit(
    (typed) => {
      const fields = { ...typed, welcome: canWelcome && typed.welcome }
      save.mutate(
        { fields, account: account && { disabled: account.disabled, version } },
        {
          onSuccess: ({ email }) => {
            showToast('success', doneText(email, { isNew: !account, isWelcomed: fields.welcome }))
            onClose()
          },
          onError: (error) => {
            const field = fieldOf(error)
            if (field) form.setFieldError(field, error.message)
            focus(field)
          },
        },
      )
    },
    (problems) => focus(Object.keys(problems)[0]),
  )

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {save.error ? null : <KeptNotice kept={kept} />}
        <PersonFields form={form} isNew={account === undefined} />
        <RightsFields form={form} />
        {canWelcome ? (
          <Checkbox
            label="Send a welcome email"
            description="It says what they can do and how to sign in with Google."
            {...form.getInputProps('welcome', { type: 'checkbox' })}
          />
        ) : null}
        <SaveProblem
          error={save.error}
          onLoadSaved={() => {
            form.setValues(fieldsOf(account))
            setSeen(version)
            save.reset()
          }}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <BusyButton type="submit" isBusy={save.isPending} announced="Saving the account...">
            {account ? 'Save changes' : 'Add account'}
          </BusyButton>
        </Group>
      </Stack>
    </form>
  )
}

type PersonFieldsProps = {
  readonly form: UseFormReturnType<AccountFields>
  readonly isNew: boolean
}

const PersonFields = ({ form, isNew }: PersonFieldsProps) => (
  <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="lg">
    <TextInput
      label="Email"
      type="email"
      required
      autoComplete="off"
      readOnly={!isNew}
      data-autofocus={isNew || undefined}
      {...form.getInputProps('email')}
    />
    <TextInput
      label="Name"
      autoComplete="off"
      data-autofocus={!isNew || undefined}
      {...form.getInputProps('name')}
    />
  </SimpleGrid>
)

const doneText = (
  email: string,
  { isNew, isWelcomed }: { isNew: boolean; isWelcomed: boolean },
): string => {
  const done = `${email} was ${isNew ? 'added' : 'changed'}`
  return isWelcomed ? `${done}. The welcome email is on its way.` : done
}

const isConflict = (error: Error | null): boolean =>
  error instanceof ApiError && error.is('changed_meanwhile')

type SaveProblemProps = { readonly error: Error | null; readonly onLoadSaved: () => void }

const SaveProblem = ({ error, onLoadSaved }: SaveProblemProps) => {
  if (!error || fieldOf(error)) return null
  if (!isConflict(error)) return <Problem error={error} />
  return (
    <ChangedNotice onLoadSaved={onLoadSaved}>
      <p>{error.message}</p>
    </ChangedNotice>
  )
}
