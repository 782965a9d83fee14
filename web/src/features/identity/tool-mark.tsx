// Whether a tool is enabled for the signed-in account. It loads only for someone who is signed in.
import type { Tool } from '@invoice-desk/contract/tools'
import { useQuery } from '@tanstack/react-query'
import { QueryScope } from '../../shared/queries.tsx'
import { Pill } from '../../shared/ui/pill.tsx'
import { Problem } from '../../shared/ui/problem.tsx'
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

/** Says so when the account could not be read or may not use the tools at all. */
export const AccountProblem = () => (
  <QueryScope>
    <ProblemOfAccount />
  </QueryScope>
)

const ProblemOfAccount = () => {
  const { error, refetch } = useQuery(accountQuery)
  return error ? <Problem error={error} onRetry={() => void refetch()} /> : null
}
