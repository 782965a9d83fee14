// Adds or changes a device. Input is kept until it is saved.
import type {
  RelayDevice,
  RelayDeviceWithPassword,
  RelayMailbox,
} from '@invoice-desk/contract/relay/mail-relay'
import { Button, Checkbox, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import { ApiError } from '../../shared/api/api-error.ts'
import { useKeptForm } from '../../shared/drafts/use-kept-form.ts'
import { Dialog } from '../../shared/ui/dialog/dialog.tsx'
import { ChangedNotice } from '../../shared/ui/feedback/changed-notice.tsx'
import { Problem } from '../../shared/ui/feedback/problem.tsx'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { BusyButton } from '../../shared/ui/form/busy-button.tsx'
import { KeptNotice } from '../../shared/ui/form/kept-notice.tsx'
import { useAddDevice, useChangeDevice } from './api.ts'
import {
  bodyOf,
  DEVICE_DRAFT,
  type DeviceFields,
  fieldProblemOf,
  fieldsOf,
  problemsOf,
} from './device-fields.ts'

type DeviceDialogProps = {
  /** The device's latest version; undefined for a new device. */
  readonly device: RelayDevice | undefined
  /** The accounts that a new device can use. */
  readonly mailboxes: readonly RelayMailbox[]
  readonly onAdded: (added: RelayDeviceWithPassword) => void
  readonly onClose: () => void
}

export const DeviceDialog = (props: DeviceDialogProps) => (
  <Dialog
    size="lg"
    title={props.device ? `Edit ${props.device.name}` : 'Add device'}
    closeOnClickOutside={false}
    onClose={props.onClose}
  >
    <DeviceForm {...props} />
  </Dialog>
)

const DeviceForm = ({ device, mailboxes, onAdded, onClose }: DeviceDialogProps) => {
  const [add, change] = [useAddDevice(), useChangeDevice()]
  const { error, isPending } = device ? change : add
  // What the person saw, so a newer version isn't replaced unseen. Saving again replaces it.
  const [seen, setSeen] = useState(device?.version ?? 0)
  const version = device && isConflict(error) ? device.version : seen
  const form = useForm({ initialValues: fieldsOf(device, mailboxes), validate: problemsOf })
  const kept = useKeptForm(DEVICE_DRAFT + (device?.id ?? ''), form, { ...(device && { version }) })
  const focus = (field: string | undefined) => field && form.getInputNode(field)?.focus()

  const submit = form.onSubmit(
    (fields) => {
      const onError = (failed: Error) => {
        const problem = fieldProblemOf(failed, fields)
        if (problem) form.setFieldError(problem.field, problem.text)
        focus(problem?.field)
      }
      if (!device) return add.mutate(bodyOf(fields), { onSuccess: onAdded, onError })
      const { mailboxId: _fixed, ...body } = bodyOf(fields)
      const onSuccess = ({ name }: RelayDevice) => {
        showToast('success', `${name} was changed`)
        onClose()
      }
      change.mutate({ ...body, id: device.id, version }, { onSuccess, onError })
    },
    (problems) => focus(Object.keys(problems)[0]),
  )

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {error ? null : <KeptNotice kept={kept} />}
        <Fields form={form} mailboxes={mailboxes} isNew={!device} />
        <SaveProblem
          error={error && fieldProblemOf(error, form.values) ? null : error}
          onLoadSaved={() => {
            form.setValues(fieldsOf(device, mailboxes))
            setSeen(version)
            change.reset()
          }}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <BusyButton type="submit" isBusy={isPending} announced="Saving the device...">
            {device ? 'Save changes' : 'Add device'}
          </BusyButton>
        </Group>
      </Stack>
    </form>
  )
}

type FieldsProps = {
  readonly form: UseFormReturnType<DeviceFields>
  readonly mailboxes: readonly RelayMailbox[]
  readonly isNew: boolean
}

const Fields = ({ form, mailboxes, isNew }: FieldsProps) => (
  <>
    <TextInput
      label="Name"
      required
      description="Such as Scanner, 2nd floor."
      autoComplete="off"
      data-autofocus
      {...form.getInputProps('name')}
    />
    {isNew && mailboxes.length > 1 ? <AccountSelect form={form} mailboxes={mailboxes} /> : null}
    <Textarea
      label="Sender addresses"
      required
      description="Addresses the device may send from, one per line. Other senders are refused."
      autoComplete="off"
      spellCheck={false}
      rows={3}
      {...form.getInputProps('senders')}
    />
    <Checkbox
      label="These addresses are set up under “Send mail as” in Gmail"
      description="Check this if they’re set up in Gmail under “Send mail as”. Otherwise, recipients see the Gmail address, and their replies go to the sender."
      {...form.getInputProps('keepsSender', { type: 'checkbox' })}
    />
  </>
)

const AccountSelect = ({ form, mailboxes }: Omit<FieldsProps, 'isNew'>) => {
  const addressOf = (id: string) => mailboxes.find((mailbox) => mailbox.id === id)?.address ?? ''
  return (
    <NativeSelect
      label="Gmail account"
      data={mailboxes.map(({ id, address }) => ({ value: id, label: address }))}
      {...form.getInputProps('mailboxId')}
      onChange={({ currentTarget: { value } }) => {
        // The suggested sender follows the account, unless someone changed it.
        const isSuggested = form.values.senders === addressOf(form.values.mailboxId)
        form.setValues({ mailboxId: value, ...(isSuggested && { senders: addressOf(value) }) })
      }}
    />
  )
}

const isConflict = (error: Error | null): boolean =>
  error instanceof ApiError && error.is('changed_meanwhile')

type SaveProblemProps = { readonly error: Error | null; readonly onLoadSaved: () => void }

const SaveProblem = ({ error, onLoadSaved }: SaveProblemProps) => {
  if (!error) return null
  if (!isConflict(error)) return <Problem error={error} />
  return (
    <ChangedNotice onLoadSaved={onLoadSaved}>
      <p>Someone else changed this device while you were working.</p>
    </ChangedNotice>
  )
}
