// Wraps the pages that query the server, so the others load without the cache and the form styles.
import { useNotifications } from '@mantine/notifications'
import { lazy, Suspense, useState } from 'react'
import { Outlet } from 'react-router'
import { useLoadBeforeUse } from '../shared/api/load-before-use.ts'
import { QueryScope } from '../shared/api/queries.tsx'
import '../shared/styles/mantine-rest.css'
import { loadModal } from '../shared/ui/dialog/dialog.tsx'
import { Fallback } from '../shared/ui/feedback/fallback.tsx'

const loadToastList = () => import('../shared/ui/feedback/toast-list.tsx')
const ToastList = lazy(() => loadToastList().then((m) => ({ default: m.ToastList })))

export const WithQueries = () => {
  // The first view has no dialog and no toast.
  useLoadBeforeUse(loadModal, loadToastList)
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
