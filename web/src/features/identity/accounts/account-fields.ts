// The account form's values and validation.
import { addAccount, type ManagedAccount } from '@invoice-desk/contract/identity'
import { describeIssue } from '@invoice-desk/contract/issues'
import type { Tool } from '@invoice-desk/contract/tools'
import { ApiError } from '../../../shared/api-error.ts'

export type AccountFields = { email: string; name: string; admin: boolean; tools: Tool[] }

const FIELDS = ['email', 'name', 'admin', 'tools'] as const satisfies (keyof AccountFields)[]

export const fieldsOf = (account: ManagedAccount | undefined): AccountFields => ({
  email: account?.email ?? '',
  name: account?.name ?? '',
  admin: account?.admin ?? false,
  tools: account ? [...account.tools] : [],
})

/** The first error of each field, by field name. */
export const problemsOf = (fields: AccountFields): Record<string, string> => {
  const problems: Record<string, string> = {}
  const { error } = addAccount.body.safeParse(fields, { error: describeIssue })
  for (const { path, message } of error?.issues ?? []) problems[String(path[0])] ??= message
  return problems
}

/** The field an error belongs to; undefined when it concerns the whole form. */
export const fieldOf = (error: unknown): keyof AccountFields | undefined => {
  if (!(error instanceof ApiError)) return undefined
  if (error.is('account_exists')) return 'email'
  return FIELDS.find((field) => field === error.field?.split('.')[0])
}
