// Loads code that the first view doesn't need when someone starts using the page, so that no action waits for it.
import { useEffect } from 'react'

const USES = ['pointermove', 'pointerdown', 'keydown'] as const

export const useLoadBeforeUse = (...parts: readonly (() => Promise<unknown>)[]) => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts never change.
  useEffect(() => {
    const used = new AbortController()
    const load = () => {
      used.abort()
      for (const part of parts) void part().catch(() => {})
    }
    for (const event of USES) window.addEventListener(event, load, { signal: used.signal })
    return () => used.abort()
  }, [])
}
