// Single-key shortcuts for a page. Keys typed in a field, menu or dialog are ignored, and where someone writes.
import { useWindowEvent } from '@mantine/hooks'

const FIELDS =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="listbox"], [role="menu"], [data-shortcuts="off"]'
const OPEN = '[role="dialog"], [role="alertdialog"], [aria-expanded="true"]'

export const useShortcuts = (actions: Readonly<Record<string, (() => void) | undefined>>) =>
  useWindowEvent('keydown', (event) => {
    const action = isForPage(event) ? actions[event.key] : undefined
    if (!action) return
    // The key must not be typed into a field that the action focuses.
    event.preventDefault()
    action()
  })

const isForPage = (event: KeyboardEvent): boolean => {
  if (event.defaultPrevented || event.repeat || event.isComposing) return false
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  if (event.target instanceof Element && event.target.closest(FIELDS)) return false
  return document.querySelector(OPEN) === null
}
