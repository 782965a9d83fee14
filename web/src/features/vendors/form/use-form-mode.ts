// Whether the vendor form is hidden, adding or editing. Asks before unsaved input is replaced.
import type { VendorMapping } from '@invoice-desk/contract/vendors/vendors'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { findDraft, keepDraft, readDraft } from '../../../shared/drafts/drafts.ts'
import { focusTitle } from '../../../shared/navigation/focus-title.ts'
import { mappingQuery } from '../api.ts'
import { FORM_DRAFT, formDraftOf } from '../drafts.ts'

/** Each opening has its own `key`, which resets the form. */
type Opened = { readonly key: number; readonly mapping: VendorMapping | undefined }

export const useFormMode = () => {
  const [opened, setOpened] = useState<Opened | undefined>(() =>
    findDraft(FORM_DRAFT) === '' ? { key: 0, mapping: undefined } : undefined,
  )
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
    // Wait until the form is gone, then return to the row it was opened from, if a person opened it.
    setTimeout(() => {
      const from = opener.current
      if (from instanceof HTMLElement && from !== document.body) from.focus()
      else focusTitle()
    })
  }, [])

  return {
    opened,
    setIsDirty,
    open,
    close,
    /** True while asking whether to discard unsaved input. */
    isAsking: next !== undefined,
    discard: () => next && show(next),
    stay: () => setNext(undefined),
  }
}

/** `/vendors?edit=<email>` opens the form for that mapping. So does a draft, after the session ended or the page was reloaded. */
export const useEditLink = (open: (mapping?: VendorMapping) => void) => {
  const [params, setParams] = useSearchParams()
  const [drafted, setDrafted] = useState(() => findDraft(FORM_DRAFT))
  const linked = params.get('edit')
  const [id = '', email = ''] = drafted?.split(' ') ?? []
  const { data: mapping } = useQuery(
    linked === null ? mappingQuery(email, id) : mappingQuery(linked),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each mapping.
  useEffect(() => {
    if (mapping === undefined || (mapping === null && linked)) return
    if (!linked) {
      // The mapping's email may have changed since. If the mapping was deleted, what was typed can only be added again.
      const text = readDraft(FORM_DRAFT + drafted)
      keepDraft(FORM_DRAFT + drafted, '')
      keepDraft(formDraftOf(mapping ?? undefined), text)
    }
    open(mapping ?? undefined)
    // Reloading the page then shows the list without the form, unless something was typed.
    setDrafted(undefined)
    const { edit: _opened, ...others } = Object.fromEntries(params)
    setParams(others, { replace: true })
  }, [mapping])
}
