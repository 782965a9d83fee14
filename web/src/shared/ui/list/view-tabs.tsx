// The views of a list: those that everyone has, and those that the person saved.

import type { ViewPage } from '@invoice-desk/contract/identity/saved-views'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { messageOf } from '../../api/api-error.ts'
import { savedViewsQuery, useDeleteView } from '../../lists/saved-views.ts'
import { normalizeQuery, type Read } from '../../lists/use-url-filters.ts'
import { AppLink } from '../../navigation/app-link.tsx'
import { showToast } from '../feedback/toasts.ts'
import { IconBookmark, IconTrash } from '../icons.ts'
import { lazyPart } from '../lazy-part.tsx'
import { Pill } from '../pill.tsx'
import classes from './list.module.css'

const SaveViewDialog = lazyPart(() => import('./save-view-dialog.tsx'), 'SaveViewDialog')

type NamedView = {
  readonly name: string
  readonly query: string
  /** Only saved ones have one. */
  readonly id?: string
  /** How many rows it has, if that matters. */
  readonly count?: number | undefined
  /** Any rows it has wait for someone. */
  readonly isUrgent?: boolean
}

type ViewTabsProps = {
  readonly page: ViewPage
  readonly builtIn: readonly NamedView[]
  /** Reads a view from the URL. */
  readonly read: Read
}

export const ViewTabs = ({ page, builtIn, read }: ViewTabsProps) => {
  const { pathname, search } = useLocation()
  const query = normalizeQuery(search, read)
  const { data: saved = [] } = useQuery(savedViewsQuery(page))
  const [isSaving, setIsSaving] = useState(false)
  const remove = useDeleteView(page)
  const views: readonly NamedView[] = [...builtIn, ...saved]
  const isCurrent = (view: NamedView) => normalizeQuery(view.query, read) === query
  // An own view that equals a built-in one can be deleted too.
  const own = saved.find(isCurrent)
  const current = own ?? builtIn.find(isCurrent)
  const Icon = own ? IconTrash : IconBookmark
  const deleteView = (id: string) =>
    remove.mutate(id, {
      onSuccess: () => showToast('success', 'View deleted'),
      onError: (error) => showToast('error', messageOf(error)),
    })
  return (
    <>
      <div className={`line between underlined mb-view ${classes.views}`} data-print="never">
        <nav className={'beside gap-1 slim scroll-x'} aria-label="Views">
          {views.map((view) => (
            <AppLink
              key={view.id ?? view.name}
              className={`tab ${classes.tab}`}
              to={view.query === '' ? pathname : `${pathname}?${view.query}`}
              aria-current={view === current ? 'page' : undefined}
              preventScrollReset
            >
              {view.name} <Count {...view} />
            </AppLink>
          ))}
        </nav>
        <Button
          variant="subtle"
          px="xs"
          leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
          onClick={() => (own ? deleteView(own.id) : setIsSaving(true))}
        >
          {own ? 'Delete view' : 'Save view'}
        </Button>
      </div>
      {isSaving ? (
        <SaveViewDialog page={page} query={query} onClose={() => setIsSaving(false)} />
      ) : null}
    </>
  )
}

const Count = ({ count, isUrgent = false }: NamedView) =>
  count === undefined ? null : (
    <Pill tone={isUrgent && count > 0 ? 'negative' : 'neutral'}>{count}</Pill>
  )
