// The pages of the signed-in account beside its tools. They load only for someone who is signed in.
import { useQuery } from '@tanstack/react-query'
import { AppLink } from '../../shared/app-link.tsx'
import { paths } from '../../shared/paths.ts'
import { QueryScope } from '../../shared/queries.tsx'
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
  return (
    <>
      {account.admin ? (
        <AppLink className={className} to={paths.accounts()} onClick={onFollow}>
          Accounts
        </AppLink>
      ) : null}
      <AppLink className={className} to={paths.jobs()} onClick={onFollow}>
        Failed jobs
      </AppLink>
    </>
  )
}
