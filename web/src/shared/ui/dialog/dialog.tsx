// A modal dialog, rendered while open. On close, focus returns to the element that opened it or, if that's gone, to the
// dialog below it or the page's title.
import type { ModalProps } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { focusTitle } from '../../navigation/focus-title.ts'

export const loadModal = () => import('./modal.ts/src/quickbooks-refusals.ts')
const Modal = lazy(() => loadModal().then((m) => ({ default: m.Modal })))

type DialogProps = Pick<
  ModalProps,
  | 'title'
  | 'size'
  | 'centered'
  | 'withCloseButton'
  | 'classNames'
  | 'closeOnClickOutside'
  | 'closeOnEscape'
  | 'children'
> & {
  readonly onClose: () => void
}

export const Dialog = (props: DialogProps) => {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      const isGone = !opener?.isConnected || opener === document.body
      const next = isGone ? document.querySelector('[aria-modal]') : opener
      if (next instanceof HTMLElement) next.focus({ preventScroll: true })
      else focusTitle()
    },
    [opener],
  )
  return (
    <Suspense fallback={null}>
      <Modal opened centered closeButtonProps={{ 'aria-label': 'Close' }} {...props} />
    </Suspense>
  )
}
