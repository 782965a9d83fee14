// Adds or changes an account. Input is kept until it is saved.
import type { ManagedAccount } from '@invoice-desk/contract/identity'
import { TOOL_LABELS, TOOLS } from '@invoice-desk/contract/tools'
import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../shared/api-error.ts'
import { showToast } from '../../../shared/toasts.ts'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { ChangedNotice } from '../../../shared/ui/changed-notice.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'
import { Problem } from '../../../shared/ui/problem.tsx'
import { saveAccountMutation } from '../api.ts'
import { fieldOf, fieldsOf, problemsOf } from './account-fields.ts'

type AccountFormProps = {
  /** The account's latest version; undefined for a new account. */
  readonly account: ManagedAccount | undefined
  readonly onClose: () => void
}

export const AccountDialog = (props: AccountFormProps) => (
  <Dialog
    size="lg"
    title={props.account ? 'Change account' : 'Add account'}
    closeOnClickOutside={false}
    onClose={props.onClose}
  >
    <AccountForm {...props} />
  </Dialog>
)

const AccountForm = ({ account, onClose }: AccountFormProps) => {
  const save = useMutation(saveAccountMutation(useQueryClient()))
  const form = useForm({ initialValues: fieldsOf(account), validate: problemsOf })

  const submit = form.onSubmit((fields) =>
    save.mutate(
      { fields, account },
      {
        onSuccess: (saved) => {
          showToast('success', account ? `${saved.email} was changed` : `${saved.email} was added`)
          onClose()
        },
        onError: (error) => {
          const field = fieldOf(error)
          if (field) form.setFieldError(field, error.message)
        },
      },
    ),
  )

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <SaveProblem
          error={save.error}
          onLoadSaved={() => {
            form.setValues(fieldsOf(account))
            save.reset()
          }}
        />
        <TextInput
          label="Email"
          type="email"
          required
          autoComplete="off"
          readOnly={account !== undefined}
          {...form.getInputProps('email')}
        />
        <TextInput label="Name" autoComplete="off" {...form.getInputProps('name')} />
        <Checkbox.Group label="Tools" {...form.getInputProps('tools')}>
          <Stack gap="xs" mt="xs">
            {TOOLS.map((tool) => (
              <Checkbox key={tool} value={tool} label={TOOL_LABELS[tool]} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Checkbox
          label="Administrator"
          description="Can add, change and disable accounts."
          {...form.getInputProps('admin', { type: 'checkbox' })}
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

type SaveProblemProps = { readonly error: Error | null; readonly onLoadSaved: () => void }

const SaveProblem = ({ error, onLoadSaved }: SaveProblemProps) => {
  if (!error || fieldOf(error)) return null
  if (!(error instanceof ApiError) || !error.is('changed_meanwhile'))
    return <Problem error={error} />
  return (
    <ChangedNotice onLoadSaved={onLoadSaved}>
      <p>{error.message}</p>
    </ChangedNotice>
  )
}
