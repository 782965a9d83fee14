// A panel below a button. A press or focus outside closes it, and Escape also returns focus to the button.
import { useClickOutside, useWindowEvent } from '@mantine/hooks'
import { useId, useRef, useState } from 'react'

export const usePopup = () => {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const root = useClickOutside<HTMLDivElement>(close, ['pointerdown', 'focusin'])
  const button = useRef<HTMLButtonElement>(null)
  useWindowEvent('keydown', ({ key }) => {
    if (key !== 'Escape' || !isOpen) return
    close()
    button.current?.focus()
  })
  const id = useId()
  return {
    isOpen,
    close,
    root,
    button: {
      ref: button,
      'aria-expanded': isOpen,
      'aria-controls': id,
      onClick: () => setIsOpen(!isOpen),
    },
    panel: { id, hidden: !isOpen },
  }
}
