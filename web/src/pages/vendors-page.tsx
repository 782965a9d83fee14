// Vendor management: staff map emails to vendors and bill accounts, and create vendors in QuickBooks.
import type { VendorMapping } from '@invoice-desk/contract/vendors'
import { Box, Button, Group } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import {
  billAccountsQuery,
  downloadVendors,
  VENDORS,
  vendorsQuery,
} from '../features/vendors/api.ts'
import { NotConnected, needsConnection } from '../features/vendors/form/not-connected.tsx'
import { useEditLink, useFormMode } from '../features/vendors/form/use-form-mode.ts'
import { useProblem } from '../features/vendors/form/use-problem.ts'
import { VendorProblem } from '../features/vendors/form/vendor-problem.tsx'
import { VendorList } from '../features/vendors/list/vendor-list.tsx'
import { BUILT_IN_VIEWS, readView } from '../features/vendors/list/vendor-view.ts'
import { useLoadBeforeUse } from '../shared/load-before-use.ts'
import { showToast } from '../shared/toasts.ts'
import { DataAge } from '../shared/ui/data-age.tsx'
import { DiscardDialog, LeaveGuard } from '../shared/ui/leave-guard.tsx'
import { ExportButton } from '../shared/ui/list/export-button.tsx'
import { ViewTabs } from '../shared/ui/list/view-tabs.tsx'
import { Loaded } from '../shared/ui/loaded.tsx'
import { Loading } from '../shared/ui/loading.tsx'
import { Page } from '../shared/ui/page.tsx'
import { TableSkeleton } from '../shared/ui/table-skeleton.tsx'
import { useAddressView } from '../shared/use-address-view.ts'
import { useEndless } from '../shared/use-endless.ts'

const loadForm = () => import('../features/vendors/form/vendor-form.tsx')
const VendorForm = lazy(() => loadForm().then((m) => ({ default: m.VendorForm })))
const loadDelete = () => import('../features/vendors/list/delete-dialog.tsx')
const DeleteDialog = lazy(() => loadDelete().then((m) => ({ default: m.DeleteDialog })))

/** While the form is open, it has the main button. */
const QUIET = { variant: 'default' } as const

const buttonOf = ({ id }: VendorMapping) =>
  document.querySelector<HTMLElement>(`[data-row="${id}"] button`)

export const VendorsPage = () => {
  useLoadBeforeUse(loadForm, loadDelete)
  const [view, setView] = useAddressView(readView)
  const list = useEndless(vendorsQuery(view))
  const accounts = useQuery(billAccountsQuery)
  const client = useQueryClient()
  const mode = useFormMode()
  const { opened } = mode
  const [deleting, setDeleting] = useState<VendorMapping>()
  const addButton = useRef<HTMLButtonElement>(null)
  const isFormOpen = opened !== undefined
  const { problem, onFormProblem } = useProblem({ list, accounts, isFormOpen })
  const download = () => downloadVendors(view)

  const open = (mapping?: VendorMapping) => {
    mode.open(mapping)
    if (accounts.isError) void accounts.refetch()
  }
  useEditLink(open)
  const saved = (isChange: boolean) => {
    showToast('success', isChange ? 'Vendor updated successfully' : 'Vendor added successfully')
    mode.close()
  }
  const deleted = () => {
    if (deleting && opened?.mapping?.id === deleting.id) mode.close()
    setDeleting(undefined)
    // The button that opened the dialog is gone with its row, so focus the next row.
    const rows = list.data?.rows ?? []
    const at = rows.findIndex(({ id }) => id === deleting?.id)
    const neighbor = rows[at + 1] ?? rows[at - 1]
    setTimeout(() => ((neighbor && buttonOf(neighbor)) ?? addButton.current)?.focus())
  }
  return (
    <>
      {problem ? <VendorProblem {...problem} /> : null}
      {/* Hidden instead of unmounted, so the form keeps its input. */}
      <div hidden={problem !== undefined}>
        <Page
          title="Vendor Management"
          intro="Map each contractor's email to a vendor and to the QuickBooks account for its bills."
          action={
            list.data ? (
              <Group gap="sm">
                <ExportButton label="Export" name="vendors" onDownload={download} />
                <Button ref={addButton} {...(opened && QUIET)} onClick={() => open()}>
                  Add New Vendor
                </Button>
              </Group>
            ) : null
          }
        >
          {needsConnection(accounts.error) ? <NotConnected text={accounts.error.message} /> : null}
          {opened ? (
            <Suspense fallback={<Loading />}>
              <VendorForm
                key={opened.key}
                mapping={opened.mapping}
                onSaved={saved}
                onCancel={mode.close}
                onProblem={onFormProblem}
                onDirty={mode.setIsDirty}
              />
            </Suspense>
          ) : null}
          <Box mb="sm" data-print="never">
            <DataAge onRefreshed={() => client.invalidateQueries({ queryKey: VENDORS })} />
          </Box>
          <ViewTabs page="vendors" builtIn={BUILT_IN_VIEWS} read={readView} />
          <Loaded query={list} waiting={<TableSkeleton label="Loading vendors..." />}>
            {(data) => (
              <VendorList
                list={list}
                data={data}
                accounts={(accounts.data ?? []).map((account) => account.fullyQualifiedName)}
                view={view}
                onView={setView}
                onEdit={open}
                onDelete={setDeleting}
              />
            )}
          </Loaded>
        </Page>
      </div>
      {deleting ? (
        <Suspense fallback={null}>
          <DeleteDialog
            mapping={list.data?.rows.find(({ id }) => id === deleting.id) ?? deleting}
            onDeleted={deleted}
            onClose={() => setDeleting(undefined)}
          />
        </Suspense>
      ) : null}
      {mode.isAsking ? <DiscardDialog onDiscard={mode.discard} onStay={mode.stay} /> : null}
      <LeaveGuard active={mode.isDirty} />
    </>
  )
}
