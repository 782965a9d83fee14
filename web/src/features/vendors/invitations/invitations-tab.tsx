// The invitations that aren't accepted yet, or the review of one of them.
import type { VendorInvitation } from '@invoice-desk/contract/vendors/vendor-invitations'
import { useState } from 'react'
import { messageOf } from '../../../shared/api/api-error.ts'
import { useEndless } from '../../../shared/lists/use-infinite-list.ts'
import { focusTitle } from '../../../shared/navigation/focus-title.ts'
import { EmptyState } from '../../../shared/ui/feedback/empty-state.tsx'
import { Loaded } from '../../../shared/ui/feedback/loaded.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { EndlessList } from '../../../shared/ui/table/endless-list.tsx'
import { TableSkeleton } from '../../../shared/ui/table/table-skeleton.tsx'
import { RemoveDialog } from '../delete-dialogs.tsx'
import { useTab } from '../tabs/tab.ts'
import { invitationsQuery, useInvite } from './api.ts'
import classes from './invitations.module.css'
import { InvitationsTable } from './invitations-table.tsx'
import { Review } from './review/review.tsx'

/** How many invitations wait for staff. */
export const ToReviewCount = () => {
  const count = useEndless(invitationsQuery).data?.last.toReview ?? 0
  return count === 0 ? null : (
    <span className={`tiny strong num ${classes.count}`}>
      {count}
      <span className="visually-hidden"> to review</span>
    </span>
  )
}

export const InvitationsTab = () => {
  const { review } = useTab()
  return review ? <Review key={review} id={review} /> : <Invitations />
}

const Invitations = () => {
  const list = useEndless(invitationsQuery)
  const { addressOf } = useTab()
  const [removing, setRemoving] = useState<VendorInvitation>()
  const invite = useInvite()
  const sendAgain = ({ email, name }: VendorInvitation) => {
    if (invite.isPending) return
    invite.mutate(
      { email, name },
      {
        onSuccess: () => showToast('success', `We emailed a new link to ${email}`),
        onError: (error) => showToast('error', messageOf(error)),
      },
    )
  }
  return (
    <>
      <Loaded query={list} waiting={<TableSkeleton label="Loading invitations..." />}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title="No open invitations.">
              <p>Invite a vendor to send its address and tax details. You review them here.</p>
            </EmptyState>
          ) : (
            <EndlessList list={list} unit={['invitation', 'invitations']}>
              <InvitationsTable
                invitations={rows}
                addressOf={(id) => addressOf('invitations', id)}
                onSendAgain={sendAgain}
                onRemove={setRemoving}
              />
            </EndlessList>
          )
        }
      </Loaded>
      {removing ? (
        <RemoveDialog
          invitation={list.data?.rows.find(({ id }) => id === removing.id) ?? removing}
          onRemoved={() => {
            setRemoving(undefined)
            // The button that opened the dialog is gone with its row.
            setTimeout(focusTitle)
          }}
          onClose={() => setRemoving(undefined)}
        />
      ) : null}
    </>
  )
}
