// Whether the vendor form is hidden, adding or editing. Asks before unsaved input is replaced.
import type { VendorMapping } from '@invoice-desk/contract/vendors'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { mappingQuery } from '../api.ts'

/** Each opening has its own `key`, which resets the form. */
type Opened = { readonly key: number; readonly mapping: VendorMapping | undefined }

export const useFormMode = () => {
  const [opened, setOpened] = useState<Opened>()
  const [next, setNext] = useState<Opened>()
  const [isDirty, setIsDirty] = useState(false)
  const opener = useRef<Element>(null)
  const keys = useRef(0)

  const show = (form: Opened) => {
    setNext(undefined)
    setIsDirty(false)
    setOpened(form)
  }

  /** Edits the mapping, or adds one if there is none. */
  const open = (mapping?: VendorMapping) => {
    keys.current += 1
    const form = { key: keys.current, mapping }
    if (opened && isDirty) return setNext(form)
    opener.current = document.activeElement
    show(form)
  }

  const close = useCallback(() => {
    setOpened(undefined)
    setIsDirty(false)
    // Wait until the form is gone, then return to the row it was opened from.
    setTimeout(() => opener.current instanceof HTMLElement && opener.current.focus())
  }, [])

  return {
    opened,
    isDirty: opened !== undefined && isDirty,
    setIsDirty,
    open,
    close,
    /** True while asking whether to discard unsaved input. */
    isAsking: next !== undefined,
    discard: () => next && show(next),
    stay: () => setNext(undefined),
  }
}

/** `/vendors?edit=<email>` opens the form for that mapping. */
export const useEditLink = (open: (mapping: VendorMapping) => void) => {
  const [params, setParams] = useSearchParams()
  const { data: mapping } = useQuery(mappingQuery(params.get('edit') ?? ''))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each linked mapping.
  useEffect(() => {
    if (!mapping) return
    open(mapping)
    // Reloading the page then shows the list without the form.
    const { edit: _opened, ...others } = Object.fromEntries(params)
    setParams(others, { replace: true })
  }, [mapping])
}
