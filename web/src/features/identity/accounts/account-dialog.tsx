// Adds or changes an account. Input is kept until it is saved.
import type { ManagedAccount } from '@invoice-desk/contract/identity/accounts'
import { Checkbox, SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { DraftNotice, SaveProblem } from '../../../shared/ui/form/draft-notice.tsx'
import { FormButtons } from '../../../shared/ui/form/form-buttons.tsx'
import { useRecordForm } from '../../../shared/ui/form/use-record-form.ts'
import {
  ACCOUNT_DRAFT,
  type AccountFields,
  fieldOf,
  fieldsOf,
  problemsOf,
} from './account-fields.ts'
import { useSaveAccount } from './api.ts'
import { RightsFields } from './rights-fields.tsx'

type AccountFormProps = {
  /** The account's latest version; undefined for a new account. */
  readonly account: ManagedAccount | undefined
  /** Someone who has never signed in can get another welcome email. */
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
  const save = useSaveAccount()
  const record = useRecordForm({
    name: ACCOUNT_DRAFT + (account?.email ?? ''),
    version: account?.version,
    values: fieldsOf(account),
    validate: problemsOf,
    save,
    fieldOf,
  })
  const { form, version = 0 } = record
  const canWelcome = account === undefined || (hasNeverSignedIn && !account.disabled)
  const submit = record.submit((typed) => {
    const fields = { ...typed, welcome: canWelcome && typed.welcome }
    save.mutate(
      { fields, account: account && { disabled: account.disabled, version } },
      {
        onSuccess: ({ email }) => {
          showToast('success', doneText(email, { isNew: !account, isWelcomed: fields.welcome }))
          onClose()
        },
        onError: record.showRefusal,
      },
    )
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {save.error ? null : <DraftNotice draft={record.draft} />}
        <PersonFields form={form} isNew={account === undefined} />
        <RightsFields form={form} />
        {canWelcome ? (
          <Checkbox
            label="Send a welcome email"
            description="It says what they can do and how to sign in with Google."
            {...form.getInputProps('welcome', { type: 'checkbox' })}
          />
        ) : null}
        <SaveProblem record={record} />
        <FormButtons isBusy={save.isPending} announced="Saving the account..." onCancel={onClose}>
          {account ? 'Save changes' : 'Add account'}
        </FormButtons>
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
