// Where toasts appear. It loads their UI code with the first toast.
import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { countWaitingToasts, subscribeToToasts } from './toasts.ts'

let loading: Promise<ComponentType> | undefined

/** Called early by pages that must be able to report a lost connection. */
export const loadToasts = (): Promise<ComponentType> => {
  loading ??= import('./toast-list.tsx')
    .then((module) => module.ToastList)
    .catch((error: unknown) => {
      loading = undefined
      throw error
    })
  return loading
}

export const ToastPlace = () => {
  const waiting = useSyncExternalStore(subscribeToToasts, countWaitingToasts)
  const [List, setList] = useState<ComponentType>()
  useEffect(() => {
    if (waiting === 0 || List) return
    let left = false
    // If loading fails, the next toast tries again.
    loadToasts().then(
      (list) => left || setList(() => list),
      () => {},
    )
    return () => {
      left = true
    }
  }, [waiting, List])
  // A live region must exist before its first message, or screen readers skip it.
  return <div aria-live="polite">{List ? <List /> : null}</div>
}
