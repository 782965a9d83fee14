// Remembers the pages that a tab shows, and leaves them when its session ends.
import type { createBrowserRouter } from 'react-router'
import { session } from '../features/identity/session/browser-session.ts'
import { loadPage } from '../shared/navigation/app-link.tsx'
import { needsPageLoad, paths } from '../shared/navigation/paths.ts'
import { rememberPath, trail } from '../shared/navigation/previous-path.ts'

export const followRouter = (router: ReturnType<typeof createBrowserRouter>) => {
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
}
