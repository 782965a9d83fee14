// The account form's values and validation.
import { addAccount, type ManagedAccount } from '@invoice-desk/contract/identity/accounts'
import { type Role, roleOf } from '@invoice-desk/contract/identity/roles'
import type { Tool } from '@invoice-desk/contract/identity/tools'
import { ApiError } from '../../../shared/api/api-error.ts'
import { fieldAmong, problemsIn, refusedField } from '../../../shared/ui/form/field-problems.ts'

/** The name of an account's draft, which the page reopens. Followed by the account's email, or by nothing for a new account. */
export const ACCOUNT_DRAFT = 'account form '

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

const fieldAt = fieldAmong(['email', 'name', 'admin', 'tools'])

/** The first problem of each field. */
export const problemsOf = (fields: AccountFields): Record<string, string> => {
  const problems: Record<string, string> = problemsIn(addAccount.body, fields, fieldAt)
  const choice = roleChoiceOf(fields)
  if (choice === '') problems.role = 'Choose a role.'
  const hasRights = fields.admin || fields.tools.length > 0
  if (choice === 'custom' && !hasRights) problems.tools ??= 'Choose at least one tool.'
  return problems
}

/** The field an error belongs to; undefined when it concerns the whole form. */
export const fieldOf = (error: unknown): keyof AccountFields | undefined =>
  error instanceof ApiError && error.is('account_exists') ? 'email' : refusedField(error, fieldAt)
