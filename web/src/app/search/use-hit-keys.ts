// Which hit Enter opens, and the keys that change it. The text field keeps the focus.
import { type KeyboardEvent, useEffect, useState } from 'react'
import { hasCommandKey } from '../../shared/browser/command-key.ts'
import type { Hit } from './hits.tsx'

type Given = {
  readonly hits: readonly Hit[]
  readonly text: string
  /** The hits are those for an earlier text. */
  readonly isOutdated: boolean
  readonly idOf: (hit: Hit) => string
}

type Place = 'here' | 'new tab'

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }

export const useHitKeys = ({ hits, text, isOutdated, idOf }: Given) => {
  const [chosen, setChosen] = useState<{ key: string; text: string }>()
  /** How to open the first hit once the answer is here. */
  const [waiting, setWaiting] = useState<Place>()
  // Until someone chooses another one, it's the first.
  const isChosen = (hit: Hit) => chosen?.text === text && hit.key === chosen.key
  const active = hits.find(isChosen) ?? hits[0]
  const choose = ({ key }: Hit) => setChosen({ key, text })

  const elementOf = (hit: Hit) => document.getElementById(idOf(hit))
  const open = (hit: Hit | undefined, place: Place) => {
    if (place === 'new tab') return void (hit && window.open(hit.to, '_blank'))
    // As if clicked, so that the link decides how it opens.
    if (hit) elementOf(hit)?.click()
  }

  // Someone pressed Enter before the answer was here.
  useEffect(() => {
    if (!waiting || isOutdated) return
    setWaiting(undefined)
    open(active, waiting)
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
    const place = hasCommandKey(event) ? 'new tab' : 'here'
    if (isOutdated && !(active && isChosen(active))) return setWaiting(place)
    open(active, place)
  }

  return { active, choose, onKeyDown, onType: () => setWaiting(undefined) }
}
