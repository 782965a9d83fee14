// The SMTP settings that all devices share.
import type { RelayServer } from '@invoice-desk/contract/relay/mail-relay'
import { Title } from '@mantine/core'
import { Notice } from '../../shared/ui/feedback/notice.tsx'
import { serverLines } from './relay-texts.ts'
import { SettingList } from './setting-list.tsx'

export const SettingsPanel = ({ server }: { server: RelayServer }) => (
  <section className="panel" aria-labelledby="connection-settings">
    <div className="row inset">
      <Title order={2} fz="lg" id="connection-settings" className="grow">
        Connection settings
      </Title>
    </div>
    <div className="stack inset-below">
      <SettingList lines={serverLines(server)} />
      <p className="quiet">
        Turn on encryption, and log in with the device’s own user name and password. Devices can
        only send as the addresses you allow.
      </p>
      {server.isTrial ? <TrialNote /> : null}
    </div>
  </section>
)

const TrialNote = () => (
  <p className="quiet">
    <strong>In the sandbox,</strong> the certificate is self-signed, so tell your program to accept
    it. Programs on this computer can also log in without encryption. No email leaves the sandbox.
  </p>
)

export const RelayOff = () => (
  <Notice tone="warning" title="The relay is off">
    <p>
      Devices can’t connect yet. To turn the relay on, an administrator sets{' '}
      <code>SMTP_RELAY_PORT</code>, <code>SMTP_RELAY_CERT</code> and <code>SMTP_RELAY_KEY</code> on
      the server and restarts it. The steps are in docs/mail-relay.md.
    </p>
  </Notice>
)
