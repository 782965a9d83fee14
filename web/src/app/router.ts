// The router of this tab, which follows the session.
import { createBrowserRouter } from 'react-router'
import { session } from '../features/identity/session/browser-session.ts'
import { loadPage } from '../shared/app-link.tsx'
import { takeLinkToken } from '../shared/link-token.ts'
import { needsPageLoad, paths } from '../shared/paths.ts'
import { rememberPath, trail } from '../shared/previous-path.ts'
import { routes } from './routes.tsx'

// Removes the token from the URL before the router reads it.
takeLinkToken([paths.submitInvoice(), paths.vendorDetails()])

// Otherwise, all pages that a tab has loaded would share one scroll position.
if (!window.history.state?.key)
  window.history.replaceState({ ...window.history.state, key: String(Date.now()) }, '')

export const router = createBrowserRouter(routes)

const rememberPathInView = () => {
  const { pathname, search } = router.state.location
  rememberPath(pathname + search)
}

rememberPathInView()
router.subscribe(rememberPathInView)

// After a sign-out or an expired session, signing in again returns to the same page.
session.onEnd((end) => {
  trail.end = end
  const { path: from = '' } = trail
  if (from.startsWith(paths.auth())) return
  const to = paths.auth({ redirect: from })
  if (needsPageLoad(from, to)) return loadPage(to, { replace: true })
  void router.navigate(to, { replace: true })
})
