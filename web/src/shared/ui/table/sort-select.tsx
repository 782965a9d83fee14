// Sorts a list on phones, where the table has no column headers.
import { NativeSelect } from '@mantine/core'

type SortSelectProps<Sort extends string> = {
  readonly labels: Readonly<Record<Sort, string>>
  /** By default, it's visible. */
  readonly isLabelHidden?: boolean
  readonly sort: Sort
  readonly onSort: (sort: Sort) => void
}

export const SortSelect = <Sort extends string>({
  labels,
  isLabelHidden = false,
  sort,
  onSort,
}: SortSelectProps<Sort>) => (
  <NativeSelect
    {...(isLabelHidden ? { 'aria-label': 'Sort by' } : { label: 'Sort by' })}
    hiddenFrom="sm"
    flex="1 1 12rem"
    data={Object.entries<string>(labels).map(([value, label]) => ({ value, label }))}
    value={sort}
    onChange={({ currentTarget }) => onSort(currentTarget.value as Sort)}
  />
)
