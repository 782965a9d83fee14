// Where toasts appear: empty, and without their code, until something is to be shown.
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { areToastsWanted, subscribeToToasts } from './toasts.ts'

const ToastList = lazy(() => import('./toast-list.tsx').then((m) => ({ default: m.ToastList })))

export const ToastPlace = () => {
  const wanted = useSyncExternalStore(subscribeToToasts, areToastsWanted)
  return <Suspense fallback={null}>{wanted ? <ToastList /> : null}</Suspense>
}
