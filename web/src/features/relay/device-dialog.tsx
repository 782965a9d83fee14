// Adds or changes a device. Input is kept until it is saved.
import type {
  RelayDevice,
  RelayDeviceWithPassword,
  RelayMailbox,
} from '@invoice-desk/contract/relay/mail-relay'
import { Checkbox, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { Dialog } from '../../shared/ui/dialog/dialog.tsx'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { DraftNotice, SaveProblem } from '../../shared/ui/form/draft-notice.tsx'
import { FormButtons } from '../../shared/ui/form/form-buttons.tsx'
import { useRecordForm } from '../../shared/ui/form/use-record-form.ts'
import { useAddDevice, useChangeDevice } from './api.ts'
import {
  bodyOf,
  DEVICE_DRAFT,
  type DeviceFields,
  fieldOf,
  fieldsOf,
  problemsOf,
  refusalText,
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
  const save = device ? change : add
  const record = useRecordForm({
    name: DEVICE_DRAFT + (device?.id ?? ''),
    version: device?.version,
    values: fieldsOf(device, mailboxes),
    validate: problemsOf,
    save,
    fieldOf,
    textOf: refusalText,
  })
  const { form, version = 0, showRefusal: onError } = record
  const submit = record.submit((fields) => {
    if (!device) return add.mutate(bodyOf(fields), { onSuccess: onAdded, onError })
    const { mailboxId: _fixed, ...body } = bodyOf(fields)
    const onSuccess = ({ name }: RelayDevice) => {
      showToast('success', `${name} was changed`)
      onClose()
    }
    change.mutate({ ...body, id: device.id, version }, { onSuccess, onError })
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {save.error ? null : <DraftNotice draft={record.draft} />}
        <Fields form={form} mailboxes={mailboxes} isNew={!device} />
        <SaveProblem
          record={record}
          changed="Someone else changed this device while you were working."
        />
        <FormButtons isBusy={save.isPending} announced="Saving the device..." onCancel={onClose}>
          {device ? 'Save changes' : 'Add device'}
        </FormButtons>
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
