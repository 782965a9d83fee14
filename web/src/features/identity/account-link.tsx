// Who is signed in, leading to the sign-in page: what stands in the header before the menu has loaded.
import { useLocation } from 'react-router'
import { AppLink } from '../../shared/app-link.tsx'
import { paths } from '../../shared/paths.ts'
import classes from './account-corner.module.css'
import { Avatar } from './avatar.tsx'
import { useSession } from './browser-session.ts'

export const AccountLink = () => {
  const session = useSession()
  const { pathname, search } = useLocation()
  if (session.status !== 'signed-in') return null
  const to = paths.auth({ redirect: pathname + search, switchUser: true })
  return (
    <AppLink to={to} className={classes.corner}>
      <span className={classes.email}>{session.auth.email}</span>
      <Avatar {...session.auth} />
    </AppLink>
  )
}
