// The Gmail accounts that devices send through: their state, how much they sent, and connecting them.
import { RELAY_MAILBOX_STATES, type RelayMailbox } from '@invoice-desk/contract/relay/mail-relay'
import { Group, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Tone, ToneIcon } from '../../shared/ui/feedback/notice.tsx'
import { Problem } from '../../shared/ui/feedback/problem.tsx'
import { BusyButton } from '../../shared/ui/form/busy-button.tsx'
import { Pill } from '../../shared/ui/pill.tsx'
import { RowButton } from '../../shared/ui/table/row-button.tsx'
import { type Asked, redirectToGmail } from './connect-gmail.ts'
import { isPaused, MAILBOX_TONES, mailboxProblem, usageText } from './relay-texts.ts'

/** Leaves for Google's page to connect an account, or to connect the given one again. */
export const useConnect = () => {
  const leave = useMutation({ mutationFn: redirectToGmail })
  return {
    connect: (asked?: Asked) => leave.mutate(asked),
    error: leave.error,
    /** Stays busy until the browser has left. */
    isBusyWith: (address?: string) =>
      (leave.isPending || leave.isSuccess) && leave.variables?.address === address,
  }
}

type Connecting = ReturnType<typeof useConnect>

type MailboxesPanelProps = {
  readonly mailboxes: readonly RelayMailbox[]
  readonly showsOwner: boolean
  readonly onDisconnect: (mailbox: RelayMailbox) => void
}

export const MailboxesPanel = ({ mailboxes, showsOwner, onDisconnect }: MailboxesPanelProps) => {
  const connecting = useConnect()
  return (
    <section className="panel" aria-labelledby="gmail-accounts">
      <div className="row inset">
        <Title order={2} fz="lg" id="gmail-accounts" className="grow">
          Gmail accounts
        </Title>
        <BusyButton
          variant="default"
          isBusy={connecting.isBusyWith()}
          announced="Opening Google..."
          onClick={() => connecting.connect()}
        >
          Connect a Gmail account
        </BusyButton>
      </div>
      {connecting.error ? (
        <div className="stack inset-below">
          <Problem error={connecting.error} />
        </div>
      ) : null}
      <ul className="rows ruled">
        {mailboxes.map((mailbox) => (
          <MailboxRow key={mailbox.id} {...{ mailbox, showsOwner, connecting, onDisconnect }} />
        ))}
      </ul>
    </section>
  )
}

type MailboxRowProps = Omit<MailboxesPanelProps, 'mailboxes'> & {
  readonly mailbox: RelayMailbox
  readonly connecting: Connecting
}

const MailboxRow = ({ mailbox, showsOwner, connecting, onDisconnect }: MailboxRowProps) => {
  const { address, owner, state } = mailbox
  const problem = mailboxProblem(mailbox, Date.now())
  const isConnected = state === 'connected'
  return (
    <li className="row inset">
      <div className="grow">
        <div className="row tight">
          <h3 className="strong slim anywhere">{address}</h3>
          <Pill tone={MAILBOX_TONES[state]}>{RELAY_MAILBOX_STATES[state]}</Pill>
        </div>
        <p className="quiet">{usageText(mailbox)}</p>
        {showsOwner ? <p className="quiet">Connected by {owner}</p> : null}
        {problem ? (
          <Warning tone={state === 'withdrawn' ? 'negative' : 'warning'}>{problem}</Warning>
        ) : null}
      </div>
      <Group gap={6}>
        {isConnected && !isPaused(mailbox, Date.now()) ? null : (
          <BusyButton
            variant={state === 'withdrawn' ? 'filled' : 'default'}
            size="xs"
            aria-label={`Connect again ${address}`}
            isBusy={connecting.isBusyWith(address)}
            announced="Opening Google..."
            onClick={() => connecting.connect({ address, state })}
          >
            Connect again
          </BusyButton>
        )}
        {isConnected ? (
          <RowButton label="Disconnect" name={address} onClick={() => onDisconnect(mailbox)} />
        ) : null}
      </Group>
    </li>
  )
}

type WarningProps = { readonly tone?: Tone; readonly children: ReactNode }

/** What keeps a Gmail account or a device from sending, in its row. */
export const Warning = ({ tone = 'warning', children }: WarningProps) => (
  <p className="beside gap-2 tone small anywhere mt-1" data-tone={tone}>
    <ToneIcon tone="warning" size={18} />
    <span>{children}</span>
  </p>
)
