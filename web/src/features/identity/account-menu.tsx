// The account menu in the header.
import type { AuthData } from '@invoice-desk/contract/identity/identity'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { usePopup } from '../../shared/browser/use-popup.ts'
import { AppLink } from '../../shared/navigation/app-link.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { Fallback } from '../../shared/ui/feedback/fallback.tsx'
import classes from './account-menu.module.css'
import { keepSignedIn, session } from './session/browser-session.ts'

const StaffLinks = lazy(() => import('./staff-links.tsx').then((m) => ({ default: m.StaffLinks })))

export const AccountMenu = ({ auth: { email, name, picture } }: { auth: AuthData }) => {
  const { pathname, search } = useLocation()
  const { close, root, button, panel } = usePopup()
  useEffect(keepSignedIn, [])
  const redirect = pathname.startsWith(paths.auth()) ? undefined : pathname + search
  return (
    <div ref={root} className={classes.menu}>
      <button
        type="button"
        className={`line ${classes.corner}`}
        aria-label={`Account menu, ${email}`}
        {...button}
      >
        <span className="ellipsis">{email}</span>
        <Avatar picture={picture} initial={(name || email).trim().charAt(0).toUpperCase()} />
        <span className={classes.chevron} aria-hidden="true" />
      </button>
      {/* Always rendered, so its links load before it opens. */}
      <div className={`panel popup ${classes.menuPanel}`} {...panel}>
        <p className={`stack underlined ${classes.person}`}>
          <strong>{name || email}</strong>
          {name ? <span className="compact muted">{email}</span> : null}
        </p>
        <Fallback instead={null}>
          <Suspense fallback={null}>
            <StaffLinks className={`${classes.item} ${classes.staffLink}`} onFollow={close} />
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

/** The person's picture or, without one, their initial. */
const Avatar = ({ picture, initial }: { picture: string; initial: string }) => {
  const [isBroken, setIsBroken] = useState(false)
  if (picture === '' || isBroken) {
    return (
      <span className={classes.avatar} aria-hidden="true">
        {initial}
      </span>
    )
  }
  return (
    <img
      className={classes.avatar}
      src={picture}
      alt=""
      referrerPolicy="no-referrer"
      onError={() => setIsBroken(true)}
    />
  )
}
