// The dropdown of the signed-in person. It loads only for someone who is signed in.
import { Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { AppLink } from '../../shared/app-link.tsx'
import { paths } from '../../shared/paths.ts'
import { QueryScope } from '../../shared/queries.tsx'
import '../../shared/styles/mantine-rest.css'
import classes from './account-corner.module.css'
import { accountQuery } from './api.ts'
import { Avatar } from './avatar.tsx'
import { session, useSession } from './browser-session.ts'

export const AccountMenu = () => {
  const state = useSession()
  if (state.status !== 'signed-in') return null
  const { email, name, picture } = state.auth
  return (
    <Menu position="bottom-end" width={240} shadow="md" returnFocus>
      <Menu.Target>
        <button type="button" className={classes.corner} aria-label={`Account menu, ${email}`}>
          <span className={classes.email}>{email}</span>
          <Avatar picture={picture} name={name} email={email} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.person}>
          <span className={classes.personName}>{name || email}</span>
          {name ? <span className={classes.personEmail}>{email}</span> : null}
        </div>
        <Menu.Divider />
        <QueryScope>
          <StaffItems />
        </QueryScope>
        <AccountItems />
      </Menu.Dropdown>
    </Menu>
  )
}

const StaffItems = () => {
  const { data: account } = useQuery(accountQuery)
  if (!account) return null
  return (
    <>
      {account.admin ? (
        <Menu.Item component={AppLink} to={paths.accounts()}>
          Accounts
        </Menu.Item>
      ) : null}
      <Menu.Item component={AppLink} to={paths.jobs()}>
        Failed jobs
      </Menu.Item>
      <Menu.Divider />
    </>
  )
}

const AccountItems = () => {
  const { pathname, search } = useLocation()
  const redirect = pathname.startsWith(paths.auth()) ? undefined : pathname + search
  return (
    <>
      <Menu.Item component={AppLink} to={paths.auth({ redirect, switchUser: true })}>
        Switch User
      </Menu.Item>
      <Menu.Item onClick={session.signOut}>Sign Out</Menu.Item>
    </>
  )
}
