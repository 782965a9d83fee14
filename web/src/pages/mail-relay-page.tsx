// The mail relay: Gmail accounts, the devices that send through them, and what they sent.

import type { RelayDeviceWithPassword } from '@invoice-desk/contract/relay/mail-relay'
import { staffTitle } from '@invoice-desk/contract/system/pages'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { accountQuery } from '../features/identity/api.ts'
import { type Relay, readView, relayQuery } from '../features/relay/api.ts'
import { DeviceDialog } from '../features/relay/device-dialog.tsx'
import { DEVICE_DRAFT } from '../features/relay/device-fields.ts'
import { type DeviceAction, DevicesPanel } from '../features/relay/devices-panel.tsx'
import { FirstSteps } from '../features/relay/first-steps.tsx'
import { MailboxesPanel } from '../features/relay/mailboxes-panel.tsx'
import { MessageList } from '../features/relay/message-list.tsx'
import { PasswordDialog } from '../features/relay/password-dialog.tsx'
import {
  DisconnectQuestion,
  NewPasswordQuestion,
  RevokeQuestion,
} from '../features/relay/questions.tsx'
import { RelayOff, SettingsPanel } from '../features/relay/settings-panel.tsx'
import { findDraft } from '../shared/drafts/drafts.ts'
import { useAddressView } from '../shared/lists/use-url-filters.ts'
import { Loaded } from '../shared/ui/feedback/loaded.tsx'
import { Page } from '../shared/ui/page.tsx'
import { TableSkeleton } from '../shared/ui/table/table-skeleton.tsx'

export const MailRelayPage = () => {
  const query = useQuery(relayQuery)
  return (
    <Page
      title={staffTitle('/mail-relay')}
      intro="Send email from scanners, printers and programs through Gmail."
    >
      <Loaded query={query} waiting={<TableSkeleton label="Loading the mail relay..." />}>
        {(relay) => <Content relay={relay} />}
      </Loaded>
    </Page>
  )
}

/** Holds only the id, so a dialog always shows the latest version. */
type Doing =
  | { readonly action: 'add' }
  | { readonly action: DeviceAction | 'disconnect'; readonly id: string }
  | { readonly action: 'show'; readonly made: RelayDeviceWithPassword }

/** What someone typed before the session ended or the page was reloaded. */
const draftedIn = (): Doing | undefined => {
  const id = findDraft(DEVICE_DRAFT)
  if (id === undefined) return undefined
  return id === '' ? { action: 'add' } : { action: 'change', id }
}

const Content = ({ relay }: { relay: Relay }) => {
  const { server, mailboxes, devices } = relay
  const [doing, setDoing] = useState(draftedIn)
  const begin = useReturn(doing !== undefined, setDoing)
  const [view, setView] = useAddressView(readView)
  const { data: account } = useQuery(accountQuery)
  const showsOwner = account?.admin ?? false
  return (
    <div className="stack gap-view">
      {server ? null : <RelayOff />}
      {mailboxes.length === 0 ? (
        <FirstSteps />
      ) : (
        <>
          <div className="columns top">
            <MailboxesPanel
              mailboxes={mailboxes}
              showsOwner={showsOwner}
              onDisconnect={({ id }) => begin({ action: 'disconnect', id })}
            />
            {server ? <SettingsPanel server={server} /> : null}
          </div>
          <DevicesPanel
            devices={devices}
            showsOwner={showsOwner}
            canAdd={mailboxes.some(({ state }) => state === 'connected')}
            isSecond={mailboxes.some(({ state }) => state === 'withdrawn')}
            onAdd={() => begin({ action: 'add' })}
            onAction={(action, { id }) => begin({ action, id })}
          />
          {devices.length > 0 ? (
            <MessageList devices={devices} view={view} onView={setView} />
          ) : null}
        </>
      )}
      {doing ? <Dialogs relay={relay} doing={doing} onDo={setDoing} /> : null}
    </div>
  )
}

/** One dialog can follow another, so focus returns to the button that opened the first one. */
const useReturn = (isOpen: boolean, onDo: (next: Doing) => void) => {
  const opener = useRef<Element>(null)
  useEffect(() => {
    const { current } = opener
    if (!isOpen && current instanceof HTMLElement) current.focus({ preventScroll: true })
  }, [isOpen])
  return (next: Doing) => {
    opener.current = document.activeElement
    onDo(next)
  }
}

type DialogsProps = {
  readonly relay: Relay
  readonly doing: Doing
  readonly onDo: (next: Doing | undefined) => void
}

const Dialogs = ({ relay: { server, mailboxes, devices }, doing, onDo }: DialogsProps) => {
  const onClose = () => onDo(undefined)
  const onMade = (made: RelayDeviceWithPassword) => onDo({ action: 'show', made })
  const usable = mailboxes.filter(({ state }) => state === 'connected')
  if (doing.action === 'add')
    return <DeviceDialog device={undefined} mailboxes={usable} onAdded={onMade} onClose={onClose} />
  if (doing.action === 'show')
    return <PasswordDialog made={doing.made} server={server} onClose={onClose} />
  const mailbox = mailboxes.find(({ id }) => id === doing.id)
  if (doing.action === 'disconnect') {
    const using = devices.filter((device) => device.mailboxId === doing.id && !device.revokedAt)
    return mailbox ? (
      <DisconnectQuestion mailbox={mailbox} devices={using.length} onClose={onClose} />
    ) : null
  }
  const device = devices.find(({ id }) => id === doing.id)
  if (!device) return null
  if (doing.action === 'change')
    return <DeviceDialog device={device} mailboxes={usable} onAdded={onMade} onClose={onClose} />
  if (doing.action === 'password')
    return <NewPasswordQuestion device={device} onMade={onMade} onClose={onClose} />
  return <RevokeQuestion device={device} onClose={onClose} />
}
