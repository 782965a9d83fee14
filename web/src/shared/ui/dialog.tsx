// A modal dialog, rendered while open. On close, focus returns to the element that opened it.
import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import '../styles/mantine-rest.css'

type DialogProps = Pick<
  ModalProps,
  'title' | 'size' | 'closeOnClickOutside' | 'closeOnEscape' | 'children'
> & {
  readonly onClose: () => void
}

export const Dialog = (props: DialogProps) => {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    },
    [opener],
  )
  return <Modal opened centered closeButtonProps={{ 'aria-label': 'Close' }} {...props} />
}
