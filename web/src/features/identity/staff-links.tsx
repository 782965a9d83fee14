// The account menu's links, loaded only for people who are signed in. Staff pages have them in the navigation instead.
import { pagesFor, staffPageOf } from '@invoice-desk/contract/system/pages'
import { useQuery } from '@tanstack/react-query'
import { QueryScope } from '../../shared/api/queries.tsx'
import { AppLink } from '../../shared/navigation/app-link.tsx'
import { accountQuery } from './api.ts'

type StaffLinksProps = { readonly className: string | undefined; readonly onFollow: () => void }

export const StaffLinks = (props: StaffLinksProps) => (
  <QueryScope>
    <Links {...props} />
  </QueryScope>
)

const Links = ({ className, onFollow }: StaffLinksProps) => {
  const { data: account } = useQuery(accountQuery)
  if (!account) return null
  return pagesFor(account).map((path) => (
    <AppLink key={path} className={className} to={path} onClick={onFollow}>
      {staffPageOf(path).label}
    </AppLink>
  ))
}
