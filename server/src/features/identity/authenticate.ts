// Authenticates staff by their id token.
import { AppError } from '../../app-error.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { StaffCaller } from '../../http/access.ts'
import type { Identity } from '../../providers/google/issuer.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import { type EffectiveAccount, effectiveAccount } from './provisioning.ts'
import { findAccountRow } from './queries.ts'

type Needs = Pick<Dependencies, 'config' | 'database' | 'google'>

export const createStaffAuthenticator = (needs: Needs) => {
  const session = (idToken: string): Promise<Identity> =>
    needs.google.verifyIdToken(idToken).catch(rethrowAsRefusal)
  const staff = async (idToken: string): Promise<StaffCaller> => {
    const { name, exp, ...identity } = await session(idToken)
    const { email, admin, tools } = await getProvisionedAccount(needs, identity)
    return { kind: 'staff', email, name, admin, tools, exp }
  }
  return { session, staff }
}

export const getProvisionedAccount = async (
  { config, database }: Pick<Needs, 'config' | 'database'>,
  identity: Pick<Identity, 'email' | 'domain'>,
): Promise<EffectiveAccount> => {
  const row = await findAccountRow(database.db, identity.email)
  const account = effectiveAccount(config.staff, row, identity)
  if (!account) throw new AppError('account_not_provisioned')
  if (account.disabled) throw new AppError('account_disabled')
  return account
}

const rethrowAsRefusal = (error: unknown): never => {
  if (!(error instanceof ProviderError)) throw error
  if (error.kind === 'unavailable') throw new AppError('google_unavailable', { cause: error })
  const hasExpired = error.providerCode === 'expired'
  throw new AppError(hasExpired ? 'session_expired' : 'sign_in_required', { cause: error })
}
