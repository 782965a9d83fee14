// A device's user name and password, shown once, with everything else that its panel asks for.
import type { RelayDeviceWithPassword, RelayServer } from '@invoice-desk/contract/relay/mail-relay'
import { Button, Group, Stack } from '@mantine/core'
import { copyText } from '../../shared/browser/copy-text.ts'
import { Dialog } from '../../shared/ui/dialog/dialog.tsx'
import { Notice } from '../../shared/ui/feedback/notice.tsx'
import { serverLines } from './relay-texts.ts'
import { SettingList } from './setting-list.tsx'

const GROUP_LENGTH = 4

type PasswordDialogProps = {
  readonly made: RelayDeviceWithPassword
  readonly server: RelayServer | undefined
  readonly onClose: () => void
}

export const PasswordDialog = ({ made, server, onClose }: PasswordDialogProps) => {
  const { device, password } = made
  const lines = [
    ...(server ? serverLines(server) : []),
    { name: 'User name', text: device.userName },
    { name: 'Password', text: password, groupBy: GROUP_LENGTH },
  ]
  const all = lines.map(({ name, text }) => `${name}: ${text}`).join('\n')
  return (
    <Dialog size="lg" title={`Set up ${device.name}`} closeOnClickOutside={false} onClose={onClose}>
      <Stack gap="md">
        <p>
          Enter this in the device’s email settings.
          {server?.port && server.tlsPort
            ? ' Use one of the two ports, depending on what the device offers.'
            : null}{' '}
          Spaces in the password don’t matter.
        </p>
        <SettingList lines={lines} isLarge />
        <Notice tone="warning">
          <p>You won’t see this password again. If it’s lost, create a new one.</p>
        </Notice>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={() => void copyText(all, null, 'Settings')}>
            Copy all
          </Button>
          <Button onClick={onClose} data-autofocus>
            Done
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
