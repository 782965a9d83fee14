// Moves focus to a useful place when the pressed button or box goes away.
import { type RefObject, useEffect, useRef } from 'react'
import type { ButtonName } from './actions.ts'

type Shown = { readonly busy: ButtonName | undefined; readonly box: ButtonName | undefined }

/** `box` is the button whose question or reason box is open. */
export const useFocus = (card: RefObject<HTMLElement | null>, { busy, box }: Shown) => {
  const before = useRef<Shown>({ busy, box })
  useEffect(() => {
    const { busy: wasBusy, box: wasOpen } = before.current
    before.current = { busy, box }
    if (document.activeElement !== document.body) return
    const opener = wasOpen && !box ? findButton(card.current, wasOpen) : undefined
    if (opener) opener.focus({ preventScroll: true })
    else if ((wasBusy && !busy) || (wasOpen && !box))
      card.current?.querySelector('h2')?.focus({ preventScroll: true })
  }, [card, busy, box])
}

export const findButton = (card: HTMLElement | null, name: ButtonName) =>
  card?.querySelector<HTMLElement>(`[data-action="${name}"]`)
