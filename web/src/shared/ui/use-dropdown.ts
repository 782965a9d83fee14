// A dropdown that closes on Escape, or when someone clicks or focuses elsewhere.
import { useEffect, useRef, useState } from 'react'

export const useDropdown = () => {
  const root = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)

  useEffect(() => {
    if (!open) return
    const listening = new AbortController()
    const { signal } = listening
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside, { signal })
    document.addEventListener('focusin', closeOutside, { signal })
    document.addEventListener(
      'keydown',
      ({ key }) => {
        if (key !== 'Escape') return
        setOpen(false)
        trigger.current?.focus()
      },
      { signal },
    )
    return () => listening.abort()
  }, [open])

  return {
    root,
    trigger,
    open,
    toggle: () => setOpen((was) => !was),
    close: () => setOpen(false),
  }
}
