// The search over everything: a field, and what it finds. The field keeps the focus, and the arrow keys choose a hit.
import type { StaffPath } from '@invoice-desk/contract/system/pages'
import { isSearchable } from '@invoice-desk/contract/values/search-text'
import { CloseButton, Loader } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { Dialog } from '../../shared/ui/dialog/dialog.tsx'
import { Problem } from '../../shared/ui/feedback/problem.tsx'
import { IconSearch } from '../../shared/ui/icons.ts'
import { searchQuery } from './api.ts'
import { HitList } from './hit-list.tsx'
import { groupsOf, type Hit } from './hits.tsx'
import { findPages } from './page-search.ts'
import classes from './palette.module.css'
import { useHitKeys } from './use-hit-keys.ts'

const DEBOUNCE_MS = 150
const TEXT_LENGTH_MAX = 200

type PaletteProps = { readonly pages: readonly StaffPath[]; readonly onClose: () => void }

export const Palette = ({ pages, onClose }: PaletteProps) => (
  <Dialog
    title="Search"
    centered={false}
    size="46rem"
    withCloseButton={false}
    classNames={{
      inner: classes.inner,
      content: classes.content,
      header: 'visually-hidden',
      body: classes.body,
    }}
    onClose={onClose}
  >
    <Search pages={pages} onClose={onClose} />
  </Dialog>
)

const Search = ({ pages, onClose }: PaletteProps) => {
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const found = useFound(text)
  const groups = groupsOf(text, findPages(pages, text), found.data)
  const hits = groups.flatMap((group) => group.hits)
  const field = useRef<HTMLInputElement>(null)
  // At once: Mantine would wait a moment, and lose what a quick typist types.
  useLayoutEffect(() => field.current?.focus(), [])
  const listId = useId()
  const idOf = (hit: Hit) => `${listId}-${hit.key.replaceAll(' ', '-')}`
  const { isOutdated, error } = found
  const { active, choose, onKeyDown, onType } = useHitKeys({ hits, text, isOutdated, idOf })
  return (
    <>
      <div className={`line gap-3 fixed muted underlined ${classes.bar}`}>
        <IconSearch size={18} stroke={1.75} aria-hidden />
        <input
          ref={field}
          className={`fill body dark ${classes.field}`}
          role="combobox"
          aria-label="Search"
          aria-expanded={hits.length > 0}
          aria-controls={listId}
          aria-activedescendant={active && idOf(active)}
          aria-autocomplete="list"
          placeholder="Invoice, payment, customer, vendor or page"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={TEXT_LENGTH_MAX}
          data-autofocus
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value)
            onType()
          }}
          onKeyDown={onKeyDown}
        />
        {isOutdated ? <Loader size={16} aria-hidden /> : null}
        <CloseButton aria-label="Close" onClick={onClose} />
      </div>
      <HitList
        id={listId}
        groups={groups}
        active={active}
        idOf={idOf}
        onPoint={choose}
        onOpen={onClose}
      />
      <p
        role="status"
        className={hits.length > 0 ? 'visually-hidden' : `muted anywhere ${classes.status}`}
      >
        {error ? null : statusOf(text, hits.length, isOutdated)}
      </p>
      {error ? (
        <div className={classes.problem}>
          <Problem title="The search didn’t work." error={error} onRetry={found.retry} />
        </div>
      ) : null}
    </>
  )
}

/** Once someone pauses. Until the answer is here, what was found before stays. */
const useFound = (text: string) => {
  const [settled] = useDebouncedValue(text, DEBOUNCE_MS)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(searchQuery(settled))
  const isNeeded = isSearchable(text)
  const isPending = text !== settled || isPlaceholderData || (isFetching && !data)
  return {
    data: isNeeded ? data : undefined,
    error: isNeeded && !isFetching ? error : null,
    isOutdated: isNeeded && isPending && !(error && !isFetching && text === settled),
    retry: () => void refetch(),
  }
}

const statusOf = (text: string, hits: number, isOutdated: boolean): string => {
  if (isOutdated) return 'Searching…'
  if (hits > 0) return `${hits} ${hits === 1 ? 'result' : 'results'}`
  return isSearchable(text)
    ? `Nothing found for “${text}”.`
    : 'Type at least two letters or digits.'
}
