// The vendor mappings with their filters, and the form that adds or changes one.
import {
  DETAILS_LABELS,
  DETAILS_STATES,
  type VendorMapping,
  type VendorSort,
} from '@invoice-desk/contract/vendors/vendors'
import { Box, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { DataAge } from '../../../shared/ui/feedback/data-age.tsx'
import { Loaded } from '../../../shared/ui/feedback/loaded.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import type { Filter } from '../../../shared/ui/list/filter.ts'
import { FilteredList, type ListProps } from '../../../shared/ui/list/filtered-list.tsx'
import { optionFilter } from '../../../shared/ui/list/option-filter.tsx'
import { ViewTabs } from '../../../shared/ui/list/view-tabs.tsx'
import { TableSkeleton } from '../../../shared/ui/table/table-skeleton.tsx'
import { VENDORS, type VendorPart } from '../api.ts'
import { NotConnected, needsConnection } from '../form/not-connected.tsx'
import { VendorForm } from '../lazy.tsx'
import type { useList } from './use-list.ts'
import { BUILT_IN_VIEWS, readView, type VendorView } from './vendor-view.ts'
import { VendorsTable } from './vendors-table.tsx'

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

type VendorListProps = ListProps<VendorPart, VendorView> & {
  /** The names of the bill accounts in QuickBooks. */
  readonly accounts: readonly string[]
  readonly onEdit: (mapping: VendorMapping) => void
  readonly onDelete: (mapping: VendorMapping) => void
  readonly onAsk: (mapping: VendorMapping) => void
}

/** The vendor list with its filters and empty states. */
const VendorList = (props: VendorListProps) => {
  const { list, data, accounts, view, onView, onEdit, onDelete, onAsk } = props
  const { rows, last } = data
  return (
    <FilteredList
      {...{ list, view, onView }}
      unit={['vendor', 'vendors']}
      placeholder="Email, vendor or account"
      sortLabels={SORT_LABELS}
      filters={filtersOf(view, onView, namesOf(accounts, rows, view.account))}
      onClear={() => onView({ ...readView(new URLSearchParams()), sort: view.sort })}
      nothing={[
        'No vendor mappings yet.',
        'Add a vendor so that we can record its invoices in QuickBooks.',
      ]}
      footnote={
        last.marks === 'unavailable' ? (
          <Text mt="sm" c="dimmed" fz="sm">
            We couldn't check QuickBooks, so missing vendors and accounts aren't marked.
          </Text>
        ) : null
      }
    >
      <VendorsTable
        mappings={rows}
        sort={view.sort}
        onSort={(sort) => onView({ sort })}
        onEdit={onEdit}
        onDelete={onDelete}
        onAsk={onAsk}
      />
    </FilteredList>
  )
}

/** Also accounts that QuickBooks no longer has, or that we can't ask it for. */
const namesOf = (accounts: readonly string[], rows: readonly VendorMapping[], chosen: string) => {
  const used = rows.map((row) => row.qb_bill_account)
  return [...new Set([...accounts, ...used, chosen])].filter(Boolean).sort()
}

const SORT_LABELS = {
  vendor: 'Vendor, A to Z',
  '-vendor': 'Vendor, Z to A',
  email: 'Email, A to Z',
  '-email': 'Email, Z to A',
  qb_bill_account: 'Bill account, A to Z',
  '-qb_bill_account': 'Bill account, Z to A',
} as const satisfies Record<VendorSort, string>

type OnView = (part: Partial<VendorView>) => void

/** Before the name of an account, so no name can equal another option. */
const NAMED = 'name:'

const filtersOf = (
  view: VendorView,
  onView: OnView,
  accounts: readonly string[],
): readonly Filter[] => [
  optionFilter({
    label: 'Bill account',
    options: [
      { value: 'no', label: 'No bill account' },
      { value: 'yes', label: 'Has a bill account' },
      ...accounts.map((name) => ({ value: NAMED + name, label: name })),
    ],
    value: view.account ? NAMED + view.account : view.hasAccount,
    onValue: (value) =>
      onView(
        value.startsWith(NAMED)
          ? { account: value.slice(NAMED.length), hasAccount: '' }
          : { account: '', hasAccount: value as VendorView['hasAccount'] },
      ),
  }),
  optionFilter({
    label: '1099',
    options: [
      { value: 'yes', label: 'Tracked' },
      { value: 'no', label: 'Not tracked' },
    ],
    value: view.track1099,
    onValue: (value) => onView({ track1099: value as VendorView['track1099'] }),
  }),
  optionFilter({
    label: 'Details',
    options: DETAILS_STATES.map((value) => ({ value, label: DETAILS_LABELS[value] })),
    value: view.details,
    onValue: (value) => onView({ details: value as VendorView['details'] }),
  }),
  optionFilter({
    label: 'QuickBooks',
    options: [{ value: 'yes', label: 'Not in QuickBooks' }],
    value: view.missing,
    onValue: (value) => onView({ missing: value as VendorView['missing'] }),
  }),
]
