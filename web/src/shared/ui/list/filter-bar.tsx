// The search and filters of a list: menus on wide screens, a drawer on phones, and what is chosen as chips.

import { Button, Group } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { usePopup } from '../../browser/use-popup.ts'
import { IconChevronDown, IconFilter, IconX } from '../icons.ts'
import { lazyPart } from '../lazy-part.tsx'
import type { Filter } from './filter.ts'
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

type FilterChipsProps = { readonly filters: readonly Filter[]; readonly onClearAll: () => void }

/** What is chosen, each with a button that removes it. */
const FilterChips = ({ filters, onClearAll }: FilterChipsProps) =>
  filters.length === 0 ? null : (
    <Group gap="xs" mb="sm">
      {filters.map(({ label, chosen, onClear }) => (
        <button
          key={label}
          type="button"
          className={`inline-line small dark anywhere ${classes.chip}`}
          aria-label={`Remove filter ${label}: ${chosen}`}
          onClick={onClear}
        >
          {label}: {chosen}
          <IconX size={14} stroke={2} aria-hidden />
        </button>
      ))}
      <Button variant="subtle" size="compact-sm" onClick={onClearAll}>
        Clear
      </Button>
    </Group>
  )

/** A button that opens the inputs of one filter. */
const FilterMenu = ({ filter: { label, chosen, inputs } }: { filter: Filter }) => {
  const popup = usePopup()
  const done = () => {
    popup.close()
    popup.button.ref.current?.focus()
  }
  return (
    <div ref={popup.root} className={classes.menu}>
      <Button
        {...popup.button}
        variant={chosen === '' ? 'default' : 'light'}
        rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}
      >
        {label}
      </Button>
      <fieldset
        {...popup.panel}
        ref={popup.isOpen ? keepInView : null}
        className={`panel popup ${classes.popup}`}
        aria-label={label}
      >
        {/* Rendered while open, so the inputs start with what is chosen. */}
        {popup.isOpen ? inputs(done) : null}
      </fieldset>
    </div>
  )
}

/** Moves it to the left if it would leave the page. */
const keepInView = (panel: HTMLElement | null) => {
  if (!panel) return
  panel.style.left = ''
  const space = document.body.clientWidth - panel.getBoundingClientRect().right - 12
  panel.style.left = `${Math.min(0, space)}px`
}
