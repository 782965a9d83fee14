// Where toasts appear: empty, and without their code, until something is to be shown.
import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { countWaitingToasts, subscribeToToasts } from './toasts.ts'

let loading: Promise<ComponentType> | undefined

/** Ahead of time for pages that must be able to say that the connection is lost. */
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
    // Without a connection the next toast tries again; the page itself must not suffer from it.
    loadToasts().then(
      (list) => left || setList(() => list),
      () => {},
    )
    return () => {
      left = true
    }
  }, [waiting, List])
  // There before the first message, or screen readers would pass over it.
  return <div aria-live="polite">{List ? <List /> : null}</div>
}
