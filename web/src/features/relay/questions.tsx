// Asks before a password is replaced, a device revoked, or a Gmail account disconnected.
import {
  RELAY_DAYS_TRIED,
  type RelayDevice,
  type RelayDeviceWithPassword,
  type RelayMailbox,
} from '@invoice-desk/contract/relay/mail-relay'
import { ActionDialog } from '../../shared/ui/dialog/confirm-dialog.tsx'
import { useDisconnect, useNewPassword, useRevoke } from './api.ts'

type Question<Thing> = Thing & { readonly onClose: () => void }

type NewPasswordProps = Question<{
  readonly device: RelayDevice
  readonly onMade: (made: RelayDeviceWithPassword) => void
}>

export const NewPasswordQuestion = ({ device, onMade, onClose }: NewPasswordProps) => (
  <ActionDialog
    title="New password"
    confirmLabel="Create new password"
    isSafe
    action={useNewPassword()}
    sent={device.id}
    onDone={onMade}
    onClose={onClose}
  >
    <p>
      <strong>{device.name}</strong> can’t send until you enter the new password on it. The old one
      stops working right away.
    </p>
  </ActionDialog>
)

export const RevokeQuestion = ({ device, onClose }: Question<{ readonly device: RelayDevice }>) => (
  <ActionDialog
    title="Revoke device"
    confirmLabel="Yes, Revoke"
    action={useRevoke()}
    sent={device.id}
    success={`${device.name} was revoked`}
    onClose={onClose}
  >
    <p>
      Are you sure you want to revoke <strong>{device.name}</strong>? It can’t send from now on, and
      you can’t undo this. Messages that it already sent are still delivered.
    </p>
  </ActionDialog>
)

type DisconnectProps = Question<{
  readonly mailbox: RelayMailbox
  /** How many devices send through it. */
  readonly devices: number
}>

export const DisconnectQuestion = ({ mailbox, devices, onClose }: DisconnectProps) => (
  <ActionDialog
    title="Disconnect Gmail account"
    confirmLabel="Yes, Disconnect"
    action={useDisconnect()}
    sent={mailbox.id}
    success={`${mailbox.address} was disconnected`}
    onClose={onClose}
  >
    <p>
      Are you sure you want to disconnect <strong>{mailbox.address}</strong>?{' '}
      {devices === 0 ? 'No device sends through it.' : `${devicesText(devices)} through it.`}{' '}
      Waiting messages go out when you connect the account again. We stop trying after{' '}
      {RELAY_DAYS_TRIED} days.
    </p>
  </ActionDialog>
)

const devicesText = (count: number): string =>
  count === 1 ? 'One device can no longer send' : `${count} devices can no longer send`
