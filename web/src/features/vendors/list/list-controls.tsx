// Above the list: what to look for, and on a phone, where there are no column headers, in which order.
import { VENDOR_SORTS, type VendorSort } from '@invoice-desk/contract/vendors'
import { NativeSelect } from '@mantine/core'
import { SearchInput } from '../../../shared/ui/search-input.tsx'
import classes from './list-controls.module.css'

const SORT_LABELS = {
  vendor: 'Vendor, A to Z',
  '-vendor': 'Vendor, Z to A',
  email: 'E-mail, A to Z',
  '-email': 'E-mail, Z to A',
  qb_bill_account: 'Bill account, A to Z',
  '-qb_bill_account': 'Bill account, Z to A',
} as const satisfies Record<VendorSort, string>

type ListControlsProps = {
  readonly search: string
  readonly sort: VendorSort
  readonly onSearch: (search: string) => void
  readonly onSort: (sort: VendorSort) => void
}

export const ListControls = ({ search, sort, onSearch, onSort }: ListControlsProps) => (
  <search className={classes.controls}>
    <SearchInput
      placeholder="E-mail, vendor or account"
      className={classes.search}
      search={search}
      onSearch={onSearch}
    />
    <NativeSelect
      label="Sort by"
      className={classes.sort}
      data={VENDOR_SORTS.map((value) => ({ value, label: SORT_LABELS[value] }))}
      value={sort}
      onChange={({ currentTarget }) => {
        const chosen = VENDOR_SORTS.find((each) => each === currentTarget.value)
        if (chosen) onSort(chosen)
      }}
    />
  </search>
)
