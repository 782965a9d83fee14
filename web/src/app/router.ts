// The router of this tab, which follows the session.
import { createBrowserRouter } from 'react-router'
import { takeLinkToken } from '../shared/navigation/link-token.ts'
import { paths } from '../shared/navigation/paths.ts'
import { followRouter } from './follow-router.ts'
import { routes } from './routes.tsx'

// Removes the token from the URL before the router reads it.
takeLinkToken([paths.submitInvoice(), paths.vendorDetails()])

// Otherwise, all pages that a tab has loaded would share one scroll position.
if (!window.history.state?.key)
  window.history.replaceState({ ...window.history.state, key: String(Date.now()) }, '')

export const router = createBrowserRouter(routes)

followRouter(router)
