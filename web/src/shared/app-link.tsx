// Links and moves within the pages, which load a fresh document where the policy of the page asks for it.
import { useCallback, useEffect } from 'react'
import { Link, type LinkProps, type NavigateOptions, useLocation, useNavigate } from 'react-router'
import { needsOwnDocument } from './paths.ts'

export type AppLinkProps = Omit<LinkProps, 'to' | 'reloadDocument'> & { readonly to: string }

export const AppLink = ({ to, ...others }: AppLinkProps) => {
  const { pathname } = useLocation()
  return <Link to={to} reloadDocument={needsOwnDocument(pathname, to)} {...others} />
}

type Move = Pick<NavigateOptions, 'replace'>

/** The same for code: `go(path)` or `go(path, { replace: true })`. */
export const useGo = () => {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return useCallback(
    (to: string, move: Move = {}) => {
      if (needsOwnDocument(pathname, to)) return goToDocument(to, move)
      void navigate(to, move)
    },
    [navigate, pathname],
  )
}

export const goToDocument = (to: string, { replace }: Move = {}) =>
  replace ? window.location.replace(to) : window.location.assign(to)

/** Leads elsewhere as soon as it is rendered, in place of the page that rendered it. */
export const GoTo = ({ to }: { to: string }) => {
  const go = useGo()
  useEffect(() => go(to, { replace: true }), [go, to])
  return null
}
