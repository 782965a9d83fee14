// What is chosen, each with a button that removes it.
import { Button, Group } from '@mantine/core'
import { IconX } from '../icons.ts'
import type { Filter } from './filter.ts'
import classes from './list.module.css'

type FilterChipsProps = { readonly filters: readonly Filter[]; readonly onClearAll: () => void }

export const FilterChips = ({ filters, onClearAll }: FilterChipsProps) =>
  filters.length === 0 ? null : (
    <Group gap="xs" mb="sm">
      {filters.map(({ label, chosen, onClear }) => (
        <button
          key={label}
          type="button"
          className={classes.chip}
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
