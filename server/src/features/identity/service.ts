// Signs staff in and manages their accounts.
import type { AuditAction } from '@invoice-desk/contract/audit-actions'
import type { AuthData, ManagedAccount } from '@invoice-desk/contract/identity'
import { AppError } from '../../app-error.ts'
import { recordEvent } from '../../db/audit.ts'
import type { Db } from '../../db/client.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { StaffCaller } from '../../http/access.ts'
import type { SignInFlow } from '../../providers/google/google.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import { getProvisionedAccount } from './authenticate.ts'
import { type AccountRow, listEffectiveAccounts, listedAccount } from './provisioning.ts'
import {
  findAccountRow,
  insertAccountRow,
  listAccountRows,
  rememberDomainAccount,
  updateAccountRow,
} from './queries.ts'

export const createIdentityService = ({ callers, config, database, google }: Dependencies) => {
  const { db } = database

  const changeAccounts = async <T>(change: (tx: Db) => Promise<T>): Promise<T> => {
    const changed = await db.transaction(change)
    callers.forget()
    return changed
  }

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
    const { email, name, domain = '' } = identity
    const { source } = await getProvisionedAccount({ config, database }, identity).catch(
      async (refusal: unknown) => {
        await recordAccountEvent(db, email, 'sign_in_refused', { email })
        throw refusal
      },
    )
    await changeAccounts(async (tx) => {
      if (source === 'domain') await rememberDomainAccount(tx, { email, name, domain })
      await recordAccountEvent(tx, email, 'signed_in', { email })
    })
    return {
      email,
      name,
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
    fields: Omit<AccountRow, 'version' | 'disabled' | 'domain'>,
  ): Promise<ManagedAccount> =>
    changeAccounts(async (tx) => {
      const row = await findAccountRow(tx, fields.email)
      const isListed = listedAccount(config.staff, row, fields.email) !== undefined
      const account = { ...fields, disabled: false, version: row?.version ?? 0 }
      // A row without an account belongs to someone whose domain is no longer in the settings.
      const write = row ? updateAccountRow : insertAccountRow
      const isNew = !isListed && (await write(tx, { ...account, domain: null }))
      if (!isNew) throw new AppError('account_exists', { field: 'email' })
      await recordAccountEvent(tx, actor.email, 'account_added', fields)
      return { ...account, version: account.version + 1, source: 'accounts', locked: false }
    })

  const changeAccount = async (
    actor: StaffCaller,
    change: Omit<AccountRow, 'domain'>,
  ): Promise<ManagedAccount> =>
    changeAccounts(async (tx) => {
      const row = await findAccountRow(tx, change.email)
      const before = listedAccount(config.staff, row, change.email)
      if (!before) throw new AppError('account_unknown', { field: 'email' })
      if (before.locked) throw new AppError('account_protected', { field: 'email' })
      const losesOwnRights = change.email === actor.email && (change.disabled || !change.admin)
      if (losesOwnRights) throw new AppError('account_self')
      // An account from the settings has no row until its first change.
      const isWritten = row
        ? await updateAccountRow(tx, change)
        : change.version === 0 && (await insertAccountRow(tx, change))
      if (!isWritten) throw new AppError('changed_meanwhile')
      await recordAccountEvent(tx, actor.email, 'account_changed', change)
      const source = before.source === 'domain' ? 'domain' : 'accounts'
      return { ...change, version: change.version + 1, source, locked: false }
    })

  return { startSignIn, finishSignIn, listAccounts, addAccount, changeAccount }
}

const recordAccountEvent = (
  tx: Db,
  actor: string,
  action: AuditAction,
  { email, ...details }: Partial<AccountRow> & { email: string },
): Promise<void> =>
  recordEvent(tx, { actor, action, subject: { kind: 'account', id: email }, details })

const rethrowAsRefusal = (error: unknown): never => {
  if (!(error instanceof ProviderError)) throw error
  const code = error.kind === 'unavailable' ? 'google_unavailable' : 'google_validation_failed'
  throw new AppError(code, { cause: error })
}
