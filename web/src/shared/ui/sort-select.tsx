// Sorts a list on phones, where the table has no column headers.
import { NativeSelect } from '@mantine/core'

type SortSelectProps<Sort extends string> = {
  readonly labels: Readonly<Record<Sort, string>>
  readonly sort: Sort
  readonly onSort: (sort: Sort) => void
}

export const SortSelect = <Sort extends string>({
  labels,
  sort,
  onSort,
}: SortSelectProps<Sort>) => (
  <NativeSelect
    label="Sort by"
    hiddenFrom="sm"
    flex="1 1 12rem"
    data={Object.entries<string>(labels).map(([value, label]) => ({ value, label }))}
    value={sort}
    onChange={({ currentTarget }) => onSort(currentTarget.value as Sort)}
  />
)
