// The workspace around staff pages: navigation at the side or, on phones, at the bottom.
import { pagesFor, type StaffPath } from '@invoice-desk/contract/system/pages'
import { useQuery } from '@tanstack/react-query'
import { createPortal } from 'react-dom'
import { Outlet } from 'react-router'
import { accountQuery } from '../features/identity/api.ts'
import { useSession } from '../features/identity/session/browser-session.ts'
import { countsQuery } from '../features/overview/api.ts'
import { pageSettings } from '../shared/api/page-settings.ts'
import { Rail } from './rail.tsx'
import { SearchTool } from './search/search-tool.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import classes from './staff-shell.module.css'
import { TabBar } from './tab-bar.tsx'

/** Pages that anyone can open have no navigation for visitors. */
export const StaffShell = () =>
  useSession().status === 'signed-in' ? <SignedInShell /> : <Outlet />

const SignedInShell = () => {
  const { data: account } = useQuery(accountQuery)
  const pages = account ? pagesFor(account) : []
  const { data: counts } = useQuery({ ...countsQuery, enabled: account !== undefined })
  return (
    <div className={classes.shell} data-rail data-density="compact">
      <Rail pages={pages} counts={counts} />
      <Outlet />
      <TabBar pages={pages} counts={counts} />
      <HeaderTools pages={pages} />
      <SignInAgain />
    </div>
  )
}

type HeaderToolsProps = { readonly pages: readonly StaffPath[] }

/** What the header shows beside the logo on staff pages. */
const HeaderTools = ({ pages }: HeaderToolsProps) => {
  const place = document.getElementById('header-tools')
  const { sandboxUrl } = pageSettings
  if (!place) return null
  return (
    <>
      <SearchTool pages={pages} place={place} />
      {sandboxUrl
        ? createPortal(
            <a className={`pill plain-link ${classes.sandbox}`} href={sandboxUrl}>
              <strong>Sandbox</strong> <span>no real money moves</span>
            </a>,
            place,
          )
        : null}
    </>
  )
}
