// The search and filters of a list: menus on wide screens, a drawer on phones, and what is chosen as chips.

import { Button, Group } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { IconFilter } from '../icons.ts'
import { lazyPart } from '../lazy-part.tsx'
import type { Filter } from './filter.ts'
import { FilterChips } from './filter-chips.tsx'
import { FilterMenu } from './filter-menu.tsx'
import classes from './list.module.css'

// Loaded on demand: only phones show it.
const FilterDrawer = lazyPart(() => import('./filter-drawer.tsx'), 'FilterDrawer')

type FilterBarProps = {
  /** What the list has, such as `invoices`. */
  readonly unit: string
  readonly filters: readonly Filter[]
  readonly onClearAll: () => void
  /** The search field and, for phones, the sort order. */
  readonly children?: ReactNode
}

export const FilterBar = ({ unit, filters, onClearAll, children }: FilterBarProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const chosen = filters.filter((filter) => filter.chosen !== '')
  return (
    <search aria-label={`Filter ${unit}`} data-print="never">
      <Group gap="0.375rem" mb="sm">
        {children}
        <div className={classes.menus}>
          {filters.map((filter) => (
            <FilterMenu key={filter.label} filter={filter} />
          ))}
        </div>
        <Button
          hiddenFrom="sm"
          variant="default"
          leftSection={<IconFilter size={16} stroke={1.75} aria-hidden />}
          onClick={() => setIsOpen(true)}
        >
          Filters{chosen.length > 0 ? ` (${chosen.length})` : ''}
        </Button>
      </Group>
      <FilterChips filters={chosen} onClearAll={onClearAll} />
      {isOpen ? (
        <FilterDrawer unit={unit} filters={filters} onClose={() => setIsOpen(false)} />
      ) : null}
    </search>
  )
}
