// The header: the home link and the account menu.
import { useLocation } from 'react-router'
import { AccountMenu } from '../features/identity/account-menu.tsx'
import { useSession } from '../features/identity/session/browser-session.ts'
import { AppLink, useGo } from '../shared/app-link.tsx'
import { pageSettings } from '../shared/page-settings.ts'
import { paths } from '../shared/paths.ts'
import { PlainButton } from '../shared/ui/plain-button.tsx'
import classes from './header.module.css'

export const Header = () => {
  const session = useSession()
  const { businessName, logoUrl } = pageSettings
  return (
    <header className="site-header" data-signed-in={session.status === 'signed-in'}>
      <AppLink to={paths.landing()} className={classes.brand} aria-label={`${businessName} home`}>
        {logoUrl ? <img className={classes.logo} src={logoUrl} alt="" /> : <ProductMark />}
        <span className={classes.name}>{businessName}</span>
      </AppLink>
      <div id="header-tools" className={classes.tools} />
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

/** The product's icon in the business's color. */
const ProductMark = () => (
  <svg width={32} height={32} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <rect width="32" height="32" rx="8" fill="currentcolor" />
    <path d="M10 7h9l4 4v14l-2.6-1.6L18 25l-2.4-1.6L13.2 25 10 23.4z" fill="#fff" />
    <path
      d="M13 15.6l2.6 2.6 4.8-5"
      fill="none"
      stroke="currentcolor"
      strokeWidth="2.2"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)
