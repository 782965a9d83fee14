// The devices, what they may send as, and what can be done with each.
import type { RelayDevice } from '@invoice-desk/contract/relay/mail-relay'
import { Button, Title } from '@mantine/core'
import { useState } from 'react'
import { agoText, formatDay } from '../../shared/text/times.ts'
import { Pill } from '../../shared/ui/pill.tsx'
import { RowButton } from '../../shared/ui/table/row-button.tsx'
import { Warning } from './mailboxes-panel.tsx'
import classes from './relay.module.css'
import { deviceProblem } from './relay-texts.ts'
import { TestButton } from './send-buttons.tsx'
import { Copyable } from './setting-list.tsx'

export type DeviceAction = 'change' | 'password' | 'revoke'

type DevicesPanelProps = {
  readonly devices: readonly RelayDevice[]
  readonly showsOwner: boolean
  /** An account is connected that a new device can use. */
  readonly canAdd: boolean
  /** Something else on the page is more urgent. */
  readonly isSecond: boolean
  readonly onAdd: () => void
  readonly onAction: (action: DeviceAction, device: RelayDevice) => void
}

export const DevicesPanel = ({ devices, canAdd, isSecond, onAdd, ...rest }: DevicesPanelProps) => {
  const [showsRevoked, setShowsRevoked] = useState(false)
  const active = devices.filter(({ revokedAt }) => !revokedAt)
  const revoked = devices.filter(({ revokedAt }) => revokedAt)
  return (
    <section className="panel" aria-labelledby="devices">
      <div className="row inset">
        <Title order={2} fz="lg" id="devices" className="grow">
          Devices
        </Title>
        {canAdd ? (
          <Button variant={isSecond ? 'default' : 'filled'} onClick={onAdd}>
            Add device
          </Button>
        ) : null}
      </div>
      {active.length === 0 ? (
        <p className="inset muted">
          {canAdd
            ? 'No devices yet. Add your scanner, printer or program to get its user name and password.'
            : 'Connect a Gmail account to add devices.'}
        </p>
      ) : null}
      <ul className="rows ruled">
        {[...active, ...(showsRevoked ? revoked : [])].map((device) => (
          <DeviceRow key={device.id} device={device} {...rest} />
        ))}
      </ul>
      {revoked.length > 0 ? (
        <div className={classes.fold}>
          <Button
            variant="subtle"
            size="xs"
            aria-expanded={showsRevoked}
            onClick={() => setShowsRevoked((was) => !was)}
          >
            {showsRevoked ? 'Hide revoked devices' : `Show revoked devices (${revoked.length})`}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

type DeviceRowProps = Pick<DevicesPanelProps, 'showsOwner' | 'onAction'> & {
  readonly device: RelayDevice
}

const DeviceRow = ({ device, showsOwner, onAction }: DeviceRowProps) => {
  const { name, owner, userName, revokedAt } = device
  const problem = deviceProblem(device, Date.now())
  return (
    <li className="row inset" data-old={revokedAt ? true : undefined}>
      <div className="grow">
        <div className="row tight">
          <h3 className="strong slim anywhere">{name}</h3>
          {revokedAt ? <Pill>Revoked</Pill> : null}
          <span className="quiet">{usedText(device)}</span>
        </div>
        <p className="quiet">
          Sends as {device.senders.join(', ')} through {device.address}
        </p>
        {showsOwner ? <p className="quiet">Added by {owner}</p> : null}
        {problem ? <Warning>{problem}</Warning> : null}
      </div>
      {revokedAt ? null : (
        <>
          <div className="row tight">
            <span className="quiet">User name</span>
            <Copyable name="User name" text={userName} of={name} />
          </div>
          <div className="wrap phone-pair">
            {device.blockedBecause ? null : <TestButton device={device} />}
            <RowButton label="Edit" name={name} onClick={() => onAction('change', device)} />
            <RowButton
              label="New password"
              name={name}
              onClick={() => onAction('password', device)}
            />
            <RowButton label="Revoke" name={name} onClick={() => onAction('revoke', device)} />
          </div>
        </>
      )}
    </li>
  )
}

const usedText = ({ revokedAt, lastUsedAt }: RelayDevice): string => {
  if (revokedAt) return formatDay(revokedAt)
  return lastUsedAt ? `Last used ${agoText(lastUsedAt, Date.now())}` : 'Not used yet'
}
