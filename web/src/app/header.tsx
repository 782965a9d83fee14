// The header: the home link and the account menu.
import { useLocation } from 'react-router'
import { AccountMenu } from '../features/identity/account-menu.tsx'
import { useSession } from '../features/identity/session/browser-session.ts'
import { AppLink, useGo } from '../shared/app-link.tsx'
import { pageSettings } from '../shared/page-settings.ts'
import { paths } from '../shared/paths.ts'
import { BrandMark } from '../shared/ui/brand-mark.tsx'
import { PlainButton } from '../shared/ui/plain-button.tsx'
import classes from './header.module.css'

export const Header = () => {
  const session = useSession()
  return (
    <header className={classes.header} data-signed-in={session.status === 'signed-in'}>
      <div className={classes.inner}>
        <AppLink
          to={paths.landing()}
          className={classes.brand}
          aria-label={`${pageSettings.businessName} home`}
        >
          <BrandMark />
          <span className={classes.name}>{pageSettings.businessName}</span>
        </AppLink>
        {session.status === 'signed-out' ? <SignInButton /> : null}
        {session.status === 'signed-in' ? <AccountMenu /> : null}
      </div>
    </header>
  )
}

const SignInButton = () => {
  const go = useGo()
  const { pathname, search } = useLocation()
  const onSignInPage = pathname.startsWith(paths.auth())
  const redirect = onSignInPage
    ? (new URLSearchParams(search).get('redirect') ?? undefined)
    : pathname + search
  return <PlainButton onClick={() => go(paths.auth({ redirect }))}>Sign In</PlainButton>
}
