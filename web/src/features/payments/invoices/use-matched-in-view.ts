// After a search, scrolls to the invoice that was searched for if it's far down.
import { useEffect, useEffectEvent } from 'react'
import { PHONE } from '../../../shared/ui/table/data-table.tsx'

export const useMatchedInView = (id: string, isWanted: boolean) => {
  const show = useEffectEvent(() => {
    const row = document.querySelector(`[data-row="${CSS.escape(id)}"]`)
    if (!row || !isWanted || isTyping()) return
    const { top, bottom } = row.getBoundingClientRect()
    const isPhone = matchMedia(PHONE).matches
    const isInView = isPhone
      ? top >= 0 && top <= window.innerHeight / 2
      : bottom > 0 && top < window.innerHeight
    if (isInView) return
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    row.scrollIntoView({
      block: isPhone ? 'start' : 'center',
      behavior: isCalm ? 'auto' : 'smooth',
    })
  })
  // Once per search: the list has a new key for each.
  useEffect(() => show(), [])
}

const isTyping = (): boolean =>
  document.activeElement?.matches('input:not([type="checkbox"]), textarea, select') ?? false
