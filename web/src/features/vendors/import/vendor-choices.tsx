// The checkboxes of the vendors that can be imported, with a search and one checkbox for all.
import type { ImportableVendor } from '@invoice-desk/contract/vendors/vendor-import'
import { Button, Checkbox, Group, Text } from '@mantine/core'
import { memo, useCallback, useMemo, useRef, useState } from 'react'
import { SearchInput } from '../../../shared/ui/form/search-input.tsx'
import { Pill } from '../../../shared/ui/pill.tsx'
import { allLabel, allToggled, amountChosen, matching, sharersIn, toggled } from './choice.ts'
import classes from './import.module.css'

/** More are added on demand, because a long list is slow. */
const ROWS = 100

type VendorChoicesProps = {
  readonly vendors: readonly ImportableVendor[]
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (chosen: ReadonlySet<string>) => void
}

export const VendorChoices = ({ vendors, chosen, onChoose }: VendorChoicesProps) => {
  const [search, setSearch] = useState('')
  const [rowsMax, setRowsMax] = useState(ROWS)
  const shown = useMemo(() => matching(vendors, search), [vendors, search])
  const sharers = useMemo(() => sharersIn(vendors), [vendors])
  const selectable = shown.filter(({ id }) => !sharers.has(id))
  const amount = amountChosen(chosen, selectable)
  // Rows keep their props, so only the one that was clicked renders again.
  const latest = useRef({ chosen, onChoose })
  latest.current = { chosen, onChoose }
  const toggle = useCallback((id: string) => {
    latest.current.onChoose(toggled(latest.current.chosen, id))
  }, [])
  return (
    <div>
      <SearchInput placeholder="Vendor or email" search={search} onSearch={setSearch} />
      {shown.length === 0 ? (
        <Text mt="md" role="status">
          No vendors match.
        </Text>
      ) : (
        <>
          <Group justify="space-between" mt="md" mb="xs" px="sm">
            {selectable.length > 0 ? (
              <Checkbox
                label={allLabel(selectable.length, {
                  isSearch: search !== '',
                  hasSharers: selectable.length < shown.length,
                })}
                checked={amount === 'all'}
                indeterminate={amount === 'some'}
                onChange={() => onChoose(allToggled(chosen, selectable))}
              />
            ) : null}
            <Text c="dimmed" fz="sm" role="status">
              {chosen.size} selected
            </Text>
          </Group>
          <fieldset className={`boxed rows ${classes.list}`}>
            <legend className="visually-hidden">Vendors in QuickBooks</legend>
            {shown.slice(0, rowsMax).map((vendor) => (
              <VendorChoice
                key={vendor.id}
                vendor={vendor}
                sharer={sharers.get(vendor.id)}
                isChosen={chosen.has(vendor.id)}
                onToggle={toggle}
              />
            ))}
            {shown.length > rowsMax ? (
              <Button variant="subtle" fullWidth onClick={() => setRowsMax((max) => max + ROWS)}>
                Show more ({shown.length - rowsMax})
              </Button>
            ) : null}
          </fieldset>
        </>
      )}
    </div>
  )
}

type VendorChoiceProps = {
  readonly vendor: ImportableVendor
  /** Another vendor with the same email. */
  readonly sharer: string | undefined
  readonly isChosen: boolean
  readonly onToggle: (id: string) => void
}

const VendorChoice = memo(({ vendor, sharer, isChosen, onToggle }: VendorChoiceProps) => (
  <Checkbox
    className="padded"
    label={vendor.name}
    description={
      <>
        {vendor.email}
        {vendor.track1099 ? ', 1099' : ''}
        {sharer ? (
          <>
            {' '}
            <Pill tone="warning">Same email as {sharer}</Pill>
          </>
        ) : null}
      </>
    }
    checked={isChosen}
    onChange={() => onToggle(vendor.id)}
  />
))
