// A function with a stable identity that calls the latest one, so long lists don't re-render.
import { useCallback, useRef } from 'react'

export const useStable = <Args extends readonly unknown[]>(run: (...args: Args) => void) => {
  const latest = useRef(run)
  latest.current = run
  return useCallback((...args: Args) => latest.current(...args), [])
}
