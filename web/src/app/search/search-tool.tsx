// Opens the search over everything, from the header or with the keyboard. Its code loads when someone starts using the page.
import type { StaffPath } from '@invoice-desk/contract/system/pages'
import { useWindowEvent } from '@mantine/hooks'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLoadBeforeUse } from '../../shared/api/load-before-use.ts'
import { commandShortcut, commandText, hasCommandKey } from '../../shared/browser/command-key.ts'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { IconSearch } from '../../shared/ui/icons.ts'
import { KeyHint } from '../../shared/ui/key-hint.tsx'
import classes from './search-tool.module.css'

const loadPalette = () => import('./palette.tsx')
type PaletteProps = { readonly pages: readonly StaffPath[]; readonly onClose: () => void }

const Palette = lazy<ComponentType<PaletteProps>>(() =>
  loadPalette().then(
    (m) => ({ default: m.Palette }),
    () => ({ default: Missing }),
  ),
)

type SearchToolProps = { readonly pages: readonly StaffPath[]; readonly place: Element }

export const SearchTool = ({ pages, place }: SearchToolProps) => {
  const [isOpen, setOpen] = useState(false)
  useLoadBeforeUse(loadPalette)
  useWindowEvent('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !hasCommandKey(event)) return
    // The browser would go to its address bar.
    event.preventDefault()
    if (isOpen || !isAsking()) setOpen(!isOpen)
  })
  return (
    <>
      {createPortal(
        <button
          type="button"
          className={`line compact muted ${classes.button}`}
          title="Search"
          aria-keyshortcuts={commandShortcut('K')}
          onClick={() => setOpen(true)}
        >
          <IconSearch size={18} stroke={1.75} aria-hidden />
          <span className="fill">Search</span>
          <KeyHint>{commandText('K')}</KeyHint>
        </button>,
        place,
      )}
      {isOpen ? (
        <Suspense fallback={<Opening />}>
          <Palette pages={pages} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

/** A dialog waits for an answer. */
const isAsking = () => document.querySelector('[aria-modal="true"]') !== null

/** Until the code is here, what someone types must not count as a shortcut of the page. */
const Opening = () => <div role="dialog" aria-label="Search" aria-modal="true" />

/** In place of the search if its code couldn't be loaded. */
const Missing = ({ onClose }: PaletteProps) => {
  useEffect(() => {
    showToast('error', 'The search couldn’t load. Reload the page and try again.')
    onClose()
  }, [onClose])
  return null
}
