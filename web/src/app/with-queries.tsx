// Wraps the pages that query the server, so the others load without the cache and the form styles.
import { Outlet } from 'react-router'
import { QueryScope } from '../shared/queries.tsx'
import '../shared/styles/mantine-rest.css'

export const WithQueries = () => (
  <QueryScope>
    <Outlet />
  </QueryScope>
)
