// Which hit Enter opens, and the keys that change it. The text field keeps the focus.
import { type KeyboardEvent, useEffect, useState } from 'react'
import { hasCommandKey } from '../../shared/command-key.ts'
import type { Hit } from './hits.tsx'

type Given = {
  readonly hits: readonly Hit[]
  readonly text: string
  /** The hits are those for an earlier text. */
  readonly isOutdated: boolean
  readonly idOf: (hit: Hit) => string
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }

export const useHitKeys = ({ hits, text, isOutdated, idOf }: Given) => {
  const [chosen, setChosen] = useState<{ key: string; text: string }>()
  const [isWaiting, setWaiting] = useState(false)
  // Until someone chooses another one, it's the first.
  const isChosen = (hit: Hit) => chosen?.text === text && hit.key === chosen.key
  const active = hits.find(isChosen) ?? hits[0]
  const choose = ({ key }: Hit) => setChosen({ key, text })

  const elementOf = (hit: Hit) => document.getElementById(idOf(hit))
  // As if clicked, so that the link decides how it opens.
  const open = (hit: Hit | undefined) => hit && elementOf(hit)?.click()

  // Someone pressed Enter before the answer was here.
  useEffect(() => {
    if (!isWaiting || isOutdated) return
    setWaiting(false)
    open(active)
  })

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = STEPS[event.key]
    if (step && active) {
      event.preventDefault()
      const next = hits.at((hits.indexOf(active) + step) % hits.length) ?? active
      choose(next)
      elementOf(next)?.scrollIntoView({ block: 'nearest' })
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (hasCommandKey(event)) return void (active && window.open(active.to, '_blank'))
    if (isOutdated && !(active && isChosen(active))) return setWaiting(true)
    open(active)
  }

  return { active, choose, onKeyDown, onType: () => setWaiting(false) }
}
