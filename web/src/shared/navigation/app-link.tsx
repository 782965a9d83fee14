// Links and navigation between pages, with a full page load where the content security policy changes.
import { useCallback, useEffect } from 'react'
import { Link, type LinkProps, type NavigateOptions, useLocation, useNavigate } from 'react-router'
import { needsPageLoad } from './paths.ts'

export type AppLinkProps = Omit<LinkProps, 'to' | 'reloadDocument'> & { readonly to: string }

export const AppLink = ({ to, ...others }: AppLinkProps) => {
  const { pathname } = useLocation()
  return <Link to={to} reloadDocument={needsPageLoad(pathname, to)} {...others} />
}

type Move = Pick<NavigateOptions, 'replace'>

/** Navigates from code: `go(path)` or `go(path, { replace: true })`. */
export const useGo = () => {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return useCallback(
    (to: string, move: Move = {}) => {
      if (needsPageLoad(pathname, to)) return loadPage(to, move)
      void navigate(to, move)
    },
    [navigate, pathname],
  )
}

export const loadPage = (to: string, { replace }: Move = {}) =>
  replace ? window.location.replace(to) : window.location.assign(to)

/** Redirects as soon as it renders. */
export const Redirect = ({ to }: { to: string }) => {
  const go = useGo()
  useEffect(() => go(to, { replace: true }), [go, to])
  return null
}
