// The vendor mappings, with the form that adds or changes one.
import type { VendorMapping } from '@invoice-desk/contract/vendors/vendors'
import { Box } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { DataAge } from '../../../shared/ui/feedback/data-age.tsx'
import { Loaded } from '../../../shared/ui/feedback/loaded.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { ViewTabs } from '../../../shared/ui/list/view-tabs.tsx'
import { TableSkeleton } from '../../../shared/ui/table/table-skeleton.tsx'
import { VENDORS } from '../api.ts'
import { NotConnected, needsConnection } from '../form/not-connected.tsx'
import { VendorForm } from '../lazy.tsx'
import type { useList } from './use-list.ts'
import { VendorList } from './vendor-list.tsx'
import { BUILT_IN_VIEWS, readView } from './vendor-view.ts'

type ListTabProps = {
  readonly state: ReturnType<typeof useList>
  readonly onAsk: (mapping: VendorMapping) => void
}

export const ListTab = ({ state, onAsk }: ListTabProps) => {
  const { list, accounts, mode } = state
  const { opened } = mode
  const client = useQueryClient()
  const saved = (isChange: boolean) => {
    showToast('success', isChange ? 'Vendor updated successfully' : 'Vendor added successfully')
    mode.close()
  }
  return (
    <>
      {needsConnection(accounts.error) ? <NotConnected text={accounts.error.message} /> : null}
      {opened ? (
        <VendorForm
          key={opened.key}
          mapping={opened.mapping}
          onSaved={saved}
          onCancel={mode.close}
          onProblem={state.onFormProblem}
          onDirty={mode.setIsDirty}
        />
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
            view={state.view}
            onView={state.onView}
            onEdit={state.open}
            onDelete={state.setDeleting}
            onAsk={onAsk}
          />
        )}
      </Loaded>
    </>
  )
}
