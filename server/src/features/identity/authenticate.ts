// From a bearer id token to the staff member who sent it.
import { AppError } from '../../app-error.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { StaffCaller } from '../../http/access.ts'
import type { Identity } from '../../providers/google.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import { effectiveAccount } from './provisioning.ts'
import { findAccountRow } from './queries.ts'

type Needs = Pick<Dependencies, 'config' | 'database' | 'google'>

export const createStaffAuthenticator =
  (needs: Needs) =>
  async (idToken: string): Promise<StaffCaller> => {
    const identity = await needs.google.verifyIdToken(idToken).catch(rethrowAsRefusal)
    return provisionedCaller(needs, identity)
  }

/** The caller an identity is provisioned as, decided afresh at every call. */
export const provisionedCaller = async (
  { config, database }: Pick<Needs, 'config' | 'database'>,
  identity: Identity,
): Promise<StaffCaller> => {
  const row = await findAccountRow(database.db, identity.email)
  const account = effectiveAccount(config.staff, row, identity)
  if (!account) throw new AppError('account_not_provisioned')
  if (account.disabled) throw new AppError('account_disabled')
  return {
    kind: 'staff',
    email: account.email,
    name: identity.name,
    admin: account.admin,
    tools: account.tools,
    exp: identity.exp,
  }
}

const rethrowAsRefusal = (error: unknown): never => {
  if (!(error instanceof ProviderError)) throw error
  if (error.kind === 'unavailable') throw new AppError('google_unavailable', { cause: error })
  const hasExpired = error.providerCode === 'expired'
  throw new AppError(hasExpired ? 'session_expired' : 'sign_in_required', { cause: error })
}
