// Asks before a password is replaced, a device revoked, or a Gmail account disconnected.
import {
  RELAY_DAYS_TRIED,
  type RelayDevice,
  type RelayDeviceWithPassword,
  type RelayMailbox,
} from '@invoice-desk/contract/relay/mail-relay'
import { ConfirmDialog } from '../../shared/ui/dialog/confirm-dialog.tsx'
import { Problem } from '../../shared/ui/feedback/problem.tsx'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { useDisconnect, useNewPassword, useRevoke } from './api.ts'

type Of<Thing> = Thing & { readonly onClose: () => void }

type NewPasswordProps = Of<{
  readonly device: RelayDevice
  readonly onMade: (made: RelayDeviceWithPassword) => void
}>

export const NewPasswordQuestion = ({ device, onMade, onClose }: NewPasswordProps) => {
  const { mutate, error, isPending } = useNewPassword()
  return (
    <ConfirmDialog
      title="New password"
      confirmLabel="Create new password"
      isSafe
      busy={isPending}
      onConfirm={() => mutate(device.id, { onSuccess: onMade })}
      onCancel={onClose}
    >
      {error ? <Problem error={error} /> : null}
      <p>
        <strong>{device.name}</strong> can’t send until you enter the new password on it. The old
        one stops working right away.
      </p>
    </ConfirmDialog>
  )
}

export const RevokeQuestion = ({ device, onClose }: Of<{ readonly device: RelayDevice }>) => {
  const { mutate, error, isPending } = useRevoke()
  const onSuccess = () => {
    showToast('success', `${device.name} was revoked`)
    onClose()
  }
  return (
    <ConfirmDialog
      title="Revoke device"
      confirmLabel="Yes, Revoke"
      busy={isPending}
      onConfirm={() => mutate(device.id, { onSuccess })}
      onCancel={onClose}
    >
      {error ? <Problem error={error} /> : null}
      <p>
        Are you sure you want to revoke <strong>{device.name}</strong>? It can’t send from now on,
        and you can’t undo this. Messages that it already sent are still delivered.
      </p>
    </ConfirmDialog>
  )
}

type DisconnectProps = Of<{
  readonly mailbox: RelayMailbox
  /** How many devices send through it. */
  readonly devices: number
}>

export const DisconnectQuestion = ({ mailbox, devices, onClose }: DisconnectProps) => {
  const { mutate, error, isPending } = useDisconnect()
  const onSuccess = () => {
    showToast('success', `${mailbox.address} was disconnected`)
    onClose()
  }
  return (
    <ConfirmDialog
      title="Disconnect Gmail account"
      confirmLabel="Yes, Disconnect"
      busy={isPending}
      onConfirm={() => mutate(mailbox.id, { onSuccess })}
      onCancel={onClose}
    >
      {error ? <Problem error={error} /> : null}
      <p>
        Are you sure you want to disconnect <strong>{mailbox.address}</strong>?{' '}
        {devices === 0 ? 'No device sends through it.' : `${devicesText(devices)} through it.`}{' '}
        Waiting messages go out when you connect the account again. We stop trying after{' '}
        {RELAY_DAYS_TRIED} days.
      </p>
    </ConfirmDialog>
  )
}

const devicesText = (count: number): string =>
  count === 1 ? 'One device can no longer send' : `${count} devices can no longer send`
