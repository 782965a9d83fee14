// Above the list: what to look for, and on a phone, where there are no column headers, in which order.
import { VENDOR_SORTS, type VendorSort } from '@invoice-desk/contract/vendors'
import { NativeSelect, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import classes from './list-controls.module.css'

const PAUSE_MS = 250

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

export const ListControls = ({ search, sort, onSearch, onSort }: ListControlsProps) => {
  const [typed, setTyped] = useTyped(search, onSearch)
  return (
    <search className={classes.controls}>
      <TextInput
        type="search"
        label="Search"
        placeholder="E-mail, vendor or account"
        autoComplete="off"
        className={classes.search}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
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
}

/** What is typed, told onwards after a pause; a search that comes from elsewhere, such as the back button, wins. */
const useTyped = (search: string, onSearch: (search: string) => void) => {
  const [typed, setTyped] = useState(search)
  const told = useRef(search)
  const tell = useRef(onSearch)
  tell.current = onSearch
  useEffect(() => {
    if (search === told.current) return
    told.current = search
    setTyped(search)
  }, [search])
  useEffect(() => {
    if (typed.trim() === told.current) return
    const timer = setTimeout(() => {
      told.current = typed.trim()
      tell.current(told.current)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return [typed, setTyped] as const
}
