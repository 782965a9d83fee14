// Wraps the pages that query the server, so the others load without the cache, the form styles and the toasts.
import { Outlet } from 'react-router'
import { QueryScope } from '../shared/queries.tsx'
import '../shared/styles/mantine-rest.css'
import { ToastList } from '../shared/ui/toast-list.tsx'

export const WithQueries = () => (
  <QueryScope>
    <Outlet />
    <ToastList />
  </QueryScope>
)
