// State of the vendor list: its rows, the form, and the mapping that is being deleted.
import type { VendorMapping } from '@invoice-desk/contract/vendors/vendors'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useEndless } from '../../../shared/lists/use-infinite-list.ts'
import { currentParams, useAddressView } from '../../../shared/lists/use-url-filters.ts'
import { billAccountsQuery, vendorsQuery } from '../api.ts'
import { useEditLink, useFormMode } from '../form/use-form-mode.ts'
import { useProblem } from '../form/use-problem.ts'
import { readView, type VendorView } from './vendor-view.ts'

/** The parameters that open another tab. */
const OTHER_TABS = ['tab', 'review']

const buttonOf = ({ id }: VendorMapping) =>
  document.querySelector<HTMLElement>(`[data-row="${id}"] [data-phone="action"] button`)

/** In other tabs it's hidden: it loads nothing, and the form keeps its input. */
export const useList = (isShown: boolean) => {
  const [view, setView] = useAddressView(readView)
  const list = useEndless({ ...vendorsQuery(view), enabled: isShown })
  const accounts = useQuery(billAccountsQuery)
  const mode = useFormMode()
  const { opened } = mode
  const [deleting, setDeleting] = useState<VendorMapping>()
  const addButton = useRef<HTMLButtonElement>(null)
  const { problem, onFormProblem } = useProblem({
    list,
    accounts,
    isFormOpen: opened !== undefined,
  })

  const open = (mapping?: VendorMapping) => {
    mode.open(mapping)
    if (accounts.isError) void accounts.refetch()
  }
  useEditLink(open)

  const onDeleted = () => {
    if (deleting && opened?.mapping?.id === deleting.id) mode.close()
    setDeleting(undefined)
    // The button that opened the dialog is gone with its row, so focus the next row.
    const rows = list.data?.rows ?? []
    const at = rows.findIndex(({ id }) => id === deleting?.id)
    const neighbor = rows[at + 1] ?? rows[at - 1]
    setTimeout(() => ((neighbor && buttonOf(neighbor)) ?? addButton.current)?.focus())
  }

  return {
    list,
    accounts,
    view,
    // A search that is typed right before someone opens another tab doesn't bring them back.
    onView: (part: Partial<VendorView>) => {
      if (!OTHER_TABS.some((name) => currentParams().has(name))) setView(part)
    },
    mode,
    open,
    addButton,
    problem: isShown ? problem : undefined,
    onFormProblem,
    deleting,
    setDeleting,
    onDeleted,
  }
}
