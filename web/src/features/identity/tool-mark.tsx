// Shows whether a tool is enabled for the signed-in account. Loaded only for people who are signed in.
import type { Tool } from '@invoice-desk/contract/identity/tools'
import { useQuery } from '@tanstack/react-query'
import { QueryScope } from '../../shared/api/queries.tsx'
import { Problem } from '../../shared/ui/feedback/problem.tsx'
import { Pill } from '../../shared/ui/pill.tsx'
import { accountQuery } from './api.ts'

export const ToolMark = ({ tool }: { tool: Tool }) => (
  <QueryScope>
    <Mark tool={tool} />
  </QueryScope>
)

const Mark = ({ tool }: { tool: Tool }) => {
  const { data: account } = useQuery(accountQuery)
  if (!account) return null
  return account.tools.includes(tool) ? (
    <Pill tone="positive">Enabled</Pill>
  ) : (
    <Pill>Not enabled</Pill>
  )
}

/** Shows why the account couldn't be loaded or can't use any tool. */
export const AccountProblem = () => (
  <QueryScope>
    <AccountError />
  </QueryScope>
)

const AccountError = () => {
  const { error, refetch } = useQuery(accountQuery)
  return error ? <Problem error={error} onRetry={() => void refetch()} /> : null
}
