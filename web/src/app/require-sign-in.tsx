// Guards the signed-in pages: nothing inside renders without a token that is valid or being renewed.
import { useEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { session, useSession } from '../features/identity/session/browser-session.ts'
import { Redirect } from '../shared/navigation/app-link.tsx'
import { paths } from '../shared/navigation/paths.ts'
import { Loading } from '../shared/ui/feedback/loading.tsx'

export const RequireSignIn = () => {
  const state = useSession()
  const { pathname, search } = useLocation()
  useEffect(session.checkExpiry)
  if (state.status === 'unknown') return <Loading />
  if (state.status === 'signed-out')
    return <Redirect to={paths.auth({ redirect: pathname + search })} />
  // What one person typed never stays for another one.
  return <Outlet key={state.auth.email} />
}
