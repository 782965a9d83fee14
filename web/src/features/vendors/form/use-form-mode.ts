// Whether the form is hidden, adds or edits; and asks before one that is half filled in makes room for another.
import type { VendorMapping } from '@invoice-desk/contract/vendors'
import { useCallback, useRef, useState } from 'react'

/** `key` tells one opening of the form from the next. */
type Opened = { readonly key: number; readonly mapping: VendorMapping | undefined }

export const useFormMode = () => {
  const [opened, setOpened] = useState<Opened>()
  const [next, setNext] = useState<Opened>()
  const [isDirty, setIsDirty] = useState(false)
  const opener = useRef<Element>(null)
  const keys = useRef(0)

  const enter = (form: Opened) => {
    setNext(undefined)
    setIsDirty(false)
    setOpened(form)
  }

  /** For a mapping the form edits it, without one it adds. */
  const open = (mapping?: VendorMapping) => {
    keys.current += 1
    const form = { key: keys.current, mapping }
    if (opened && isDirty) return setNext(form)
    opener.current = document.activeElement
    enter(form)
  }

  const close = useCallback(() => {
    setOpened(undefined)
    setIsDirty(false)
    // Back to the row it came from, which may be far down, once the form is out of the way.
    setTimeout(() => opener.current instanceof HTMLElement && opener.current.focus())
  }, [])

  return {
    opened,
    isDirty: opened !== undefined && isDirty,
    setIsDirty,
    open,
    close,
    /** Someone wants to open another form while this one is half filled in. */
    isAsking: next !== undefined,
    discard: () => next && enter(next),
    stay: () => setNext(undefined),
  }
}
