// Vendor management: staff map emails to vendors and bill accounts, create vendors in QuickBooks, and ask for their details.
import { staffTitle } from '@invoice-desk/contract/system/pages'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { downloadVendors } from '../features/vendors/api.ts'
import { IMPORT_DRAFT, INVITATION_DRAFT } from '../features/vendors/drafts.ts'
import type { Invitee } from '../features/vendors/invitations/invite-dialog.tsx'
import {
  DeleteDialog,
  DiscardDialog,
  Form1099,
  ImportDialog,
  InvitationsTab,
  InviteDialog,
  loadParts,
  ToReviewCount,
  VendorProblem,
} from '../features/vendors/lazy.tsx'
import { ListTab } from '../features/vendors/list/list-tab.tsx'
import { useList } from '../features/vendors/list/use-list.ts'
import { MoreActions } from '../features/vendors/tabs/more-actions.tsx'
import { PageTabs } from '../features/vendors/tabs/page-tabs.tsx'
import { useTab } from '../features/vendors/tabs/tab.ts'
import { useLoadBeforeUse } from '../shared/api/load-before-use.ts'
import { readDraft } from '../shared/drafts/drafts.ts'
import { Fallback } from '../shared/ui/feedback/fallback.tsx'
import { ExportButton } from '../shared/ui/list/export-button.tsx'
import { Page } from '../shared/ui/page.tsx'

const NOTES = {
  invitations: (
    <Fallback instead={null}>
      <ToReviewCount />
    </Fallback>
  ),
}

/** Without an invitee, staff enter whom they invite. */
type Inviting = { readonly invitee?: Invitee }

export const VendorsPage = () => {
  useLoadBeforeUse(loadParts)
  const { tab, intro } = useTab()
  const isList = tab === 'vendors'
  const state = useList(isList)
  const { mode, problem } = state
  const [inviting, setInviting] = useState<Inviting | undefined>(() =>
    readDraft(INVITATION_DRAFT) ? {} : undefined,
  )
  const [isImporting, setIsImporting] = useState(() => readDraft(IMPORT_DRAFT) !== '')
  return (
    <>
      {problem ? <VendorProblem {...problem} /> : null}
      {/* Hidden instead of unmounted, so the form keeps its input. */}
      <div hidden={problem !== undefined}>
        <Page
          title={staffTitle('/vendors')}
          intro={intro}
          action={
            <Actions
              state={isList ? state : undefined}
              onInvite={() => setInviting({})}
              onImport={() => setIsImporting(true)}
            />
          }
        >
          <PageTabs notes={NOTES} />
          {isList || state.list.data || mode.opened ? (
            <div hidden={!isList}>
              <ListTab
                state={state}
                onAsk={({ email, vendor }) => setInviting({ invitee: { email, name: vendor } })}
              />
            </div>
          ) : null}
          {tab === 'invitations' ? <InvitationsTab /> : null}
          {tab === '1099' ? (
            <Form1099 onAsk={({ email, name }) => setInviting({ invitee: { email, name } })} />
          ) : null}
        </Page>
      </div>
      <DeletingDialog state={state} />
      {inviting ? (
        <InviteDialog invitee={inviting.invitee} onClose={() => setInviting(undefined)} />
      ) : null}
      {isImporting ? <ImportDialog onClose={() => setIsImporting(false)} /> : null}
      {mode.isAsking ? <DiscardDialog onDiscard={mode.discard} onStay={mode.stay} /> : null}
    </>
  )
}

type ListState = ReturnType<typeof useList>

type ActionsProps = {
  /** Only in the list's tab. */
  readonly state: ListState | undefined
  readonly onInvite: () => void
  readonly onImport: () => void
}

const Actions = ({ state, onInvite, onImport }: ActionsProps) => {
  const { review } = useTab()
  if (!state)
    return (
      // A review has a main button of its own.
      <Button {...(review && { variant: 'default' })} onClick={onInvite}>
        Invite Vendor
      </Button>
    )
  const { list, view, mode, open, addButton } = state
  if (!list.data) return null
  return (
    <Group gap="sm">
      <MoreActions>
        <Button variant="default" onClick={onImport}>
          Import from QuickBooks
        </Button>
        <ExportButton label="Export" name="vendors" onDownload={() => downloadVendors(view)} />
        <Button variant="default" onClick={onInvite}>
          Invite Vendor
        </Button>
      </MoreActions>
      {/* While the form is open, it has the main button. */}
      <Button ref={addButton} {...(mode.opened && { variant: 'default' })} onClick={() => open()}>
        Add New Vendor
      </Button>
    </Group>
  )
}

const DeletingDialog = ({ state }: { state: ListState }) => {
  const { list, deleting, setDeleting, onDeleted } = state
  if (!deleting) return null
  return (
    <DeleteDialog
      mapping={list.data?.rows.find(({ id }) => id === deleting.id) ?? deleting}
      onDeleted={onDeleted}
      onClose={() => setDeleting(undefined)}
    />
  )
}
