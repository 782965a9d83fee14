// Guards the signed-in pages: nothing inside renders without a valid token.
import { useEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { isExpired } from '../features/identity/session/auth-data.ts'
import { session, useSession } from '../features/identity/session/browser-session.ts'
import { Redirect } from '../shared/app-link.tsx'
import { paths } from '../shared/paths.ts'
import { Loading } from '../shared/ui/loading.tsx'

export const RequireSignIn = () => {
  const state = useSession()
  const { pathname, search } = useLocation()
  if (state.status === 'unknown') return <Loading />
  if (state.status === 'signed-out')
    return <Redirect to={paths.auth({ redirect: pathname + search })} />
  return isExpired(state.auth, Date.now()) ? <LogOut /> : <Outlet />
}

const LogOut = () => {
  useEffect(() => session.expire(), [])
  return null
}
