// Authenticates staff by their id token, which must belong to a session.

import type { Dependencies } from '../../dependencies.ts'
import type { StaffCaller } from '../../http/access.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Identity } from '../../providers/google/issuer.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import { hashToken } from '../../secrets/link-tokens.ts'
import { type AccountRow, type EffectiveAccount, effectiveAccount } from './provisioning.ts'
import { findAccountRow, findCaller } from './queries.ts'

type Needs = Pick<Dependencies, 'config' | 'database' | 'google'>

export const createStaffAuthenticator =
  ({ config, database, google }: Needs) =>
  async (idToken: string): Promise<StaffCaller> => {
    const identity = await google.verifyIdToken(idToken).catch(rethrowAsRefusal)
    const asked = { email: identity.email, tokenHash: hashToken(idToken) }
    const { row, session } = await findCaller(database.db, asked)
    const { email, admin, tools } = provisionedAccount(config, row, identity)
    // The person signed out, or someone ended the session.
    if (!session) throw new AppError('session_expired')
    const { name, exp } = identity
    return { kind: 'staff', email, name, admin, tools, exp, session }
  }

export const getProvisionedAccount = async (
  { config, database }: Pick<Needs, 'config' | 'database'>,
  identity: Pick<Identity, 'email' | 'domain'>,
): Promise<EffectiveAccount> =>
  provisionedAccount(config, await findAccountRow(database.db, identity.email), identity)

const provisionedAccount = (
  config: Needs['config'],
  row: AccountRow | undefined,
  identity: Pick<Identity, 'email' | 'domain'>,
): EffectiveAccount => {
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
