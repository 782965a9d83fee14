// The account menu in the header.
import { lazy, Suspense, useId } from 'react'
import { useLocation } from 'react-router'
import { AppLink } from '../../shared/app-link.tsx'
import { paths } from '../../shared/paths.ts'
import { Fallback } from '../../shared/ui/fallback.tsx'
import { useDropdown } from '../../shared/ui/use-dropdown.ts'
import classes from './account-menu.module.css'
import { Avatar } from './avatar.tsx'
import { session, useSession } from './session/browser-session.ts'

const StaffLinks = lazy(() => import('./staff-links.tsx').then((m) => ({ default: m.StaffLinks })))

export const AccountMenu = () => {
  const state = useSession()
  const { pathname, search } = useLocation()
  const { root, trigger, open, toggle, close } = useDropdown()
  const panelId = useId()
  if (state.status !== 'signed-in') return null
  const { email, name, picture } = state.auth
  const redirect = pathname.startsWith(paths.auth()) ? undefined : pathname + search
  return (
    <div ref={root} className={classes.menu}>
      <button
        ref={trigger}
        type="button"
        className={classes.corner}
        aria-label={`Account menu, ${email}`}
        aria-expanded={open}
        aria-controls={panelId}
        onClick={toggle}
      >
        <span className={classes.email}>{email}</span>
        <Avatar picture={picture} name={name} email={email} />
        <span className={classes.chevron} aria-hidden="true" />
      </button>
      {/* Always rendered, so its links load before it opens. */}
      <div id={panelId} className={classes.panel} hidden={!open}>
        <p className={classes.person}>
          <strong>{name || email}</strong>
          {name ? <span>{email}</span> : null}
        </p>
        <Fallback instead={null}>
          <Suspense fallback={null}>
            <StaffLinks className={classes.item} onFollow={close} />
          </Suspense>
        </Fallback>
        <AppLink
          className={classes.item}
          to={paths.auth({ redirect, switchUser: true })}
          onClick={close}
        >
          Switch User
        </AppLink>
        <button type="button" className={classes.item} onClick={session.signOut}>
          Sign Out
        </button>
      </div>
    </div>
  )
}
