// Signing in, and the accounts that an administrator provisions.
import type { AuthData, ManagedAccount } from '@invoice-desk/contract/identity'
import { AppError } from '../../app-error.ts'
import { recordEvent } from '../../db/audit.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { StaffCaller } from '../../http/access.ts'
import type { SignInFlow } from '../../providers/google.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import { provisionedCaller } from './authenticate.ts'
import { type AccountRow, effectiveAccount, listEffectiveAccounts } from './provisioning.ts'
import { findAccountRow, insertAccountRow, listAccountRows, updateAccountRow } from './queries.ts'

export const createIdentityService = ({ config, database, google }: Dependencies) => {
  const { db } = database

  const startSignIn = (flow: SignInFlow): Promise<string> =>
    google.startSignIn(flow).catch((error: unknown) => {
      throw new AppError('google_start_failed', { cause: error })
    })

  const finishSignIn = async (
    returned: { code: string; state: string; iss?: string | undefined },
    flow: SignInFlow,
  ): Promise<AuthData> => {
    const { idToken, accessToken, identity } = await google
      .exchangeCode(returned, flow)
      .catch(rethrowAsRefusal)
    const record = (action: string) =>
      recordEvent(db, {
        actor: identity.email,
        action,
        subject: { kind: 'account', id: identity.email },
      })
    try {
      await provisionedCaller({ config, database }, identity)
    } catch (refusal) {
      await record('sign_in_refused')
      throw refusal
    }
    await record('signed_in')
    return {
      email: identity.email,
      name: identity.name,
      picture: identity.picture,
      idToken,
      accessToken,
      exp: identity.exp,
      code: returned.code,
      timestamp: Date.now(),
    }
  }

  const listAccounts = async (): Promise<ManagedAccount[]> =>
    listEffectiveAccounts(config.staff, await listAccountRows(db))

  const addAccount = async (
    actor: StaffCaller,
    fields: Omit<AccountRow, 'version' | 'disabled'>,
  ): Promise<ManagedAccount> =>
    db.transaction(async (tx) => {
      const isListed = effectiveAccount(config.staff, undefined, fields) !== undefined
      const isNew = !isListed && (await insertAccountRow(tx, { ...fields, disabled: false }))
      if (!isNew) throw new AppError('account_exists', { field: 'email' })
      await recordAccountEvent(tx, actor, 'account_added', fields)
      return { ...fields, disabled: false, version: 1, source: 'accounts', locked: false }
    })

  const changeAccount = async (actor: StaffCaller, change: AccountRow): Promise<ManagedAccount> =>
    db.transaction(async (tx) => {
      const row = await findAccountRow(tx, change.email)
      const before = effectiveAccount(config.staff, row, change)
      if (!before) throw new AppError('account_unknown', { field: 'email' })
      if (before.locked) throw new AppError('account_protected', { field: 'email' })
      const losesOwnRights = change.email === actor.email && (change.disabled || !change.admin)
      if (losesOwnRights) throw new AppError('account_self')
      // An account of the settings has no row until the first change writes one.
      const isWritten =
        before.source === 'configuration'
          ? change.version === 0 && (await insertAccountRow(tx, change))
          : await updateAccountRow(tx, change)
      if (!isWritten) throw new AppError('changed_meanwhile')
      await recordAccountEvent(tx, actor, 'account_changed', change)
      return { ...change, version: change.version + 1, source: 'accounts', locked: false }
    })

  return { startSignIn, finishSignIn, listAccounts, addAccount, changeAccount }
}

const recordAccountEvent = (
  tx: Parameters<typeof recordEvent>[0],
  actor: StaffCaller,
  action: string,
  { email, ...details }: Partial<AccountRow> & { email: string },
): Promise<void> =>
  recordEvent(tx, { actor: actor.email, action, subject: { kind: 'account', id: email }, details })

const rethrowAsRefusal = (error: unknown): never => {
  if (!(error instanceof ProviderError)) throw error
  const code = error.kind === 'unavailable' ? 'google_unavailable' : 'google_validation_failed'
  throw new AppError(code, { cause: error })
}
