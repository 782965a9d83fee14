// Wraps the pages that query the server, so the others load without the cache and the form styles.
import { useNotifications } from '@mantine/notifications'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { QueryScope } from '../shared/queries.tsx'
import '../shared/styles/mantine-rest.css'
import { loadModal } from '../shared/ui/dialog.tsx'
import { Fallback } from '../shared/ui/fallback.tsx'

const loadToastList = () => import('../shared/ui/toast-list.tsx')
const ToastList = lazy(() => loadToastList().then((m) => ({ default: m.ToastList })))

export const WithQueries = () => {
  useEffect(loadBeforeUse, [])
  return (
    <QueryScope>
      <Outlet />
      <Toasts />
    </QueryScope>
  )
}

/** Stays once there has been a toast, so the last one can fade out. */
const Toasts = () => {
  const hasToast = useNotifications().notifications.length > 0
  const [isNeeded, setNeeded] = useState(hasToast)
  if (hasToast && !isNeeded) setNeeded(true)
  if (!isNeeded) return null
  return (
    <Fallback instead={null}>
      <Suspense fallback={null}>
        <ToastList />
      </Suspense>
    </Fallback>
  )
}

/** The first view has no dialog and no toast. They load when someone starts using the page, so no action waits. */
const loadBeforeUse = () => {
  const used = new AbortController()
  const load = () => {
    used.abort()
    void Promise.all([loadModal(), loadToastList()]).catch(() => {})
  }
  for (const event of ['pointermove', 'pointerdown', 'keydown'])
    window.addEventListener(event, load, { signal: used.signal })
  return () => used.abort()
}
