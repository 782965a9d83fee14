// The same function at each render, which calls the newest one: long lists need not be drawn again for it.
import { useCallback, useRef } from 'react'

export const useStable = <Args extends readonly unknown[]>(run: (...args: Args) => void) => {
  const latest = useRef(run)
  latest.current = run
  return useCallback((...args: Args) => latest.current(...args), [])
}
