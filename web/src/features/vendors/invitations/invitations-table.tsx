// The table of invitations: whom we invited, where that is, and what to do next.
import type { VendorInvitation } from '@invoice-desk/contract/vendors/vendor-invitations'
import { Button, Group, Text } from '@mantine/core'
import { useCallback, useRef } from 'react'
import { AppLink } from '../../../shared/navigation/app-link.tsx'
import { formatDay } from '../../../shared/text/times.ts'
import { EmailText } from '../../../shared/ui/email-text.tsx'
import { Pill } from '../../../shared/ui/pill.tsx'
import { type Column, DataTable } from '../../../shared/ui/table/data-table.tsx'
import { RowButton } from '../../../shared/ui/table/row-button.tsx'
import { expiryText, STATES } from './invitation-text.ts'

type InvitationsTableProps = {
  readonly invitations: readonly VendorInvitation[]
  readonly addressOf: (id: string) => string
  readonly onSendAgain: (invitation: VendorInvitation) => void
  readonly onRemove: (invitation: VendorInvitation) => void
}

export const InvitationsTable = (props: InvitationsTableProps) => {
  // The cell keeps its identity and calls the latest functions, so a long list doesn't re-render.
  const latest = useRef(props)
  latest.current = props
  const actions = useCallback((invitation: VendorInvitation) => {
    const { id, email, state } = invitation
    return (
      <Group justify="flex-end" gap={6} wrap="nowrap">
        {state === 'submitted' ? (
          <Button
            component={AppLink}
            variant="light"
            size="xs"
            aria-label={`Review ${email}`}
            to={latest.current.addressOf(id)}
          >
            Review
          </Button>
        ) : (
          <RowButton
            label="Send again"
            name={email}
            onClick={() => latest.current.onSendAgain(invitation)}
          />
        )}
        <RowButton
          label="Remove"
          name={email}
          onClick={() => latest.current.onRemove(invitation)}
        />
      </Group>
    )
  }, [])
  const columns: readonly Column<VendorInvitation>[] = [
    { header: 'Vendor', heading: true, width: '34%', cell: VendorCell },
    { header: 'State', phoneLabel: '', cell: StateCell },
    { header: 'Sent', wideOnly: true, cell: SentCell },
    { header: 'Expires', phoneLabel: '', cell: expiryOf },
    { header: 'Actions', align: 'end', phone: 'action', cell: actions },
  ]
  return (
    <DataTable
      caption="Invitations"
      columns={columns}
      rows={props.invitations}
      rowKey={({ id }) => id}
    />
  )
}

const VendorCell = ({ email, name }: VendorInvitation) => (
  <div style={{ overflowWrap: 'anywhere' }}>
    <EmailText email={email} />
    <Text fz="sm" fw={400} c="dimmed">
      {name}
    </Text>
  </div>
)

const StateCell = ({ state }: VendorInvitation) => (
  <Pill tone={STATES[state].tone}>{STATES[state].label}</Pill>
)

/** A vendor can ask for a link too. */
const SentCell = ({ sentAt, invitedBy }: VendorInvitation) => (
  <>
    {formatDay(sentAt)}
    <Text fz="sm" c="dimmed">
      {invitedBy ?? 'Asked for the link'}
    </Text>
  </>
)

const expiryOf = (invitation: VendorInvitation) => expiryText(invitation, Date.now())
