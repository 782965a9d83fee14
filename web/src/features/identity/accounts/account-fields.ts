// The account form's values and validation.

import { describeIssue } from '@invoice-desk/contract/http/issues'
import { addAccount, type ManagedAccount } from '@invoice-desk/contract/identity/accounts'
import { type Role, roleOf } from '@invoice-desk/contract/identity/roles'
import type { Tool } from '@invoice-desk/contract/identity/tools'
import { ApiError } from '../../../shared/api/api-error.ts'

export type AccountFields = {
  email: string
  name: string
  admin: boolean
  tools: Tool[]
  /** Whether to send the welcome email. */
  welcome: boolean
  /** The tools are chosen one by one. */
  isCustom: boolean
}

const FIELDS = ['email', 'name', 'admin', 'tools'] as const satisfies (keyof AccountFields)[]

type Rights = Pick<AccountFields, 'admin' | 'tools' | 'isCustom'>

export const fieldsOf = (account: ManagedAccount | undefined): AccountFields => ({
  email: account?.email ?? '',
  name: account?.name ?? '',
  admin: account?.admin ?? false,
  tools: account ? [...account.tools] : [],
  welcome: account === undefined,
  isCustom: account !== undefined && roleOf(account) === undefined,
})

/** Empty until something is chosen for a new account. */
export type RoleChoice = Role | 'custom' | ''

export const roleChoiceOf = (rights: Rights): RoleChoice =>
  rights.isCustom ? 'custom' : (roleOf(rights) ?? '')

/** The first error of each field, by field name. */
export const problemsOf = (fields: AccountFields): Record<string, string> => {
  const problems: Record<string, string> = {}
  const { error } = addAccount.body.safeParse(fields, { error: describeIssue })
  for (const { path, message } of error?.issues ?? []) problems[String(path[0])] ??= message
  const choice = roleChoiceOf(fields)
  if (choice === '') problems.role = 'Choose a role.'
  const hasRights = fields.admin || fields.tools.length > 0
  if (choice === 'custom' && !hasRights) problems.tools ??= 'Choose at least one tool.'
  return problems
}

/** The field an error belongs to; undefined when it concerns the whole form. */
export const fieldOf = (error: unknown): keyof AccountFields | undefined => {
  if (!(error instanceof ApiError)) return undefined
  if (error.is('account_exists')) return 'email'
  return FIELDS.find((field) => field === error.field?.split('.')[0])
}
