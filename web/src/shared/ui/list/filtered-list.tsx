// A list with its totals, search, filters and sort order, and what it says if it has no rows.
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Part } from '../../lists/infinite-list.ts'
import type { Endless } from '../../lists/use-infinite-list.ts'
import { EmptyState } from '../feedback/empty-state.tsx'
import { SearchInput } from '../form/search-input.tsx'
import { EndlessList, type EndlessListProps } from '../table/endless-list.tsx'
import { SortSelect } from '../table/sort-select.tsx'
import type { Filter } from './filter.ts'
import { FilterBar } from './filter-bar.tsx'

/** The props of a list that shows what a view finds. */
export type ListProps<P extends Part<{ readonly id: string }>, View> = {
  readonly list: Endless<P>
  readonly data: NonNullable<Endless<P>['data']>
  readonly view: View
  readonly onView: (part: Partial<View>) => void
}

type FilteredListProps<Sort extends string> = EndlessListProps & {
  readonly view: { readonly search: string; readonly sort: Sort }
  readonly onView: (part: { readonly search?: string; readonly sort?: Sort }) => void
  /** What the search finds. */
  readonly placeholder: string
  readonly sortLabels: Readonly<Record<Sort, string>>
  readonly filters: readonly Filter[]
  readonly onClear: () => void
  /** By default, whether there's a search or a filter. */
  readonly isFiltered?: boolean
  /** Shown in place of everything if there are no rows without a filter. */
  readonly nothing: readonly [title: string, text?: string]
  /** Shown in place of the rows if none match: what it says, and its button. */
  readonly noMatch?: readonly [title: string, button: string]
  readonly totals?: ReactNode
  readonly footnote?: ReactNode
}

export const FilteredList = <Sort extends string>(props: FilteredListProps<Sort>) => {
  const { list, unit, view, onView, filters, onClear } = props
  const { isFiltered = view.search !== '' || filters.some(({ chosen }) => chosen) } = props
  const [title, text] = props.nothing
  if (list.more.total === 0 && !isFiltered && !list.isStale)
    return <EmptyState title={title}>{text ? <p>{text}</p> : null}</EmptyState>
  const [, units] = unit
  const [noMatch, clear] = props.noMatch ?? [`No ${units} match these filters.`, 'Clear filters']
  return (
    <>
      {props.totals}
      <FilterBar unit={units} filters={filters} onClearAll={onClear}>
        <SearchInput
          placeholder={props.placeholder}
          isLabelHidden
          search={view.search}
          onSearch={(search) => onView({ search })}
        />
        <SortSelect
          labels={props.sortLabels}
          isLabelHidden
          sort={view.sort}
          onSort={(sort) => onView({ sort })}
        />
      </FilterBar>
      <EndlessList list={list} unit={unit} note={props.note}>
        {list.more.shown > 0 ? (
          props.children
        ) : (
          <EmptyState title={noMatch}>
            <Button variant="default" mt="sm" onClick={onClear}>
              {clear}
            </Button>
          </EmptyState>
        )}
      </EndlessList>
      {props.footnote}
    </>
  )
}
