// The header: the home link and the account menu.
import { useLocation } from 'react-router'
import { AccountMenu } from '../features/identity/account-menu.tsx'
import { useSession } from '../features/identity/session/browser-session.ts'
import { pageSettings } from '../shared/api/page-settings.ts'
import { AppLink, useGo } from '../shared/navigation/app-link.tsx'
import { paths } from '../shared/navigation/paths.ts'
import { PlainButton } from '../shared/ui/plain-button.tsx'
import { ProductMark } from '../shared/ui/product-mark.tsx'
import classes from './header.module.css'

export const Header = () => {
  const session = useSession()
  const { businessName, logoUrl } = pageSettings
  return (
    <header className="site-header" data-signed-in={session.status === 'signed-in'}>
      <AppLink to={paths.landing()} className="brand" aria-label={`${businessName} home`}>
        {logoUrl ? <img className="brand-logo" src={logoUrl} alt="" /> : <ProductMark />}
        <span className="brand-name">{businessName}</span>
      </AppLink>
      <div id="header-tools" className={`line ${classes.tools}`} />
      {session.status === 'signed-out' ? <SignInButton /> : null}
      {session.status === 'signed-in' ? <AccountMenu auth={session.auth} /> : null}
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
