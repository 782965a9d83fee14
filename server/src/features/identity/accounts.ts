// Manages the accounts of staff, for administrators.

import type { AuditAction } from '@invoice-desk/contract/activity/audit-actions'
import type { ManagedAccount } from '@invoice-desk/contract/identity/accounts'
import { recordEvent } from '../../db/audit.ts'
import type { Db } from '../../db/client.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { StaffCaller } from '../../http/access.ts'
import { AppError } from '../../lib/app-error.ts'
import { acceptRefused, listRefused } from './google-account.ts'
import {
  type AccountRow,
  type EffectiveAccount,
  listEffectiveAccounts,
  listedAccount,
} from './provisioning.ts'
import {
  findAccountRow,
  insertAccountRow,
  listAccountRows,
  listNeverSignedIn,
  updateAccountRow,
} from './queries.ts'
import { deleteGrant, deleteSessionsOf } from './sessions/queries.ts'
import { welcomeMailJob } from './welcome/jobs.ts'

/** `welcome` sends the welcome email. */
type Welcomed<T> = T & { readonly welcome: boolean }

export const createAccounts = ({ callers, config, database, jobs }: Dependencies) => {
  const { db } = database

  const commit = async <T>(change: (tx: Db) => Promise<T>): Promise<T> => {
    const changed = await db.transaction(change)
    callers.forget()
    return changed
  }

  const list = async (): Promise<ManagedAccount[]> =>
    listEffectiveAccounts(config.staff, await listAccountRows(db))

  const listNotSignedIn = (): Promise<string[]> => listNeverSignedIn(db)

  const add = async (
    actor: StaffCaller,
    { welcome, ...fields }: Welcomed<Omit<AccountRow, 'version' | 'disabled' | 'domain'>>,
  ): Promise<ManagedAccount> =>
    commit(async (tx) => {
      const row = await findAccountRow(tx, fields.email)
      const isListed = listedAccount(config.staff, row, fields.email) !== undefined
      const account = { ...fields, disabled: false, version: row?.version ?? 0 }
      // A row without an account belongs to someone whose domain is no longer in the settings.
      const write = row ? updateAccountRow : insertAccountRow
      const isNew = !isListed && (await write(tx, { ...account, domain: null }))
      if (!isNew) throw new AppError('account_exists', { field: 'email' })
      await recordAccountEvent(tx, actor.email, 'account_added', { ...fields, welcome })
      if (welcome) await jobs.send(tx, welcomeMailJob, { email: fields.email, by: actor.email })
      return { ...account, version: account.version + 1, source: 'accounts', locked: false }
    })

  const change = async (
    actor: StaffCaller,
    { welcome, ...fields }: Welcomed<Omit<AccountRow, 'domain'>>,
  ): Promise<ManagedAccount> =>
    commit(async (tx) => {
      const row = await findAccountRow(tx, fields.email)
      const before = listedAccount(config.staff, row, fields.email)
      if (!before) throw new AppError('account_unknown', { field: 'email' })
      if (before.locked) throw new AppError('account_protected', { field: 'email' })
      const losesOwnRights = fields.email === actor.email && (fields.disabled || !fields.admin)
      if (losesOwnRights) throw new AppError('account_self')
      // An account from the settings has no row until its first change.
      const isWritten = row
        ? await updateAccountRow(tx, fields)
        : fields.version === 0 && (await insertAccountRow(tx, fields))
      if (!isWritten) throw new AppError('changed_meanwhile')
      if (losesRights(before, fields)) await deleteSessionsOf(tx, fields.email)
      if (fields.disabled) await deleteGrant(tx, fields.email)
      // The job sends nothing to a disabled account.
      const isWelcomed = welcome && !fields.disabled
      const details = { ...fields, welcome: isWelcomed }
      await recordAccountEvent(tx, actor.email, 'account_changed', details)
      if (isWelcomed) await jobs.send(tx, welcomeMailJob, { email: fields.email, by: actor.email })
      const source = before.source === 'domain' ? 'domain' : 'accounts'
      return { ...fields, version: fields.version + 1, source, locked: false }
    })

  /** The one that was refused replaces the one that the email belonged to. */
  const acceptGoogleAccount = (actor: StaffCaller, email: string): Promise<void> =>
    commit(async (tx) => {
      if (!(await acceptRefused(tx, email))) throw new AppError('changed_meanwhile')
      await deleteSessionsOf(tx, email)
      await deleteGrant(tx, email)
      await recordAccountEvent(tx, actor.email, 'google_account_accepted', { email })
    })

  const signOut = (actor: StaffCaller, email: string): Promise<void> =>
    commit(async (tx) => {
      if (!listedAccount(config.staff, await findAccountRow(tx, email), email))
        throw new AppError('account_unknown', { field: 'email' })
      await deleteSessionsOf(tx, email)
      await recordAccountEvent(tx, actor.email, 'account_signed_out', { email })
    })

  return {
    list,
    listNotSignedIn,
    listOtherGoogle: () => listRefused(db),
    add,
    change,
    acceptGoogleAccount,
    signOut,
  }
}

/** Then its person has to sign in again. More rights apply to a session that is open. */
const losesRights = (
  before: EffectiveAccount,
  { disabled, admin, tools }: Pick<AccountRow, 'disabled' | 'admin' | 'tools'>,
): boolean =>
  disabled || (before.admin && !admin) || before.tools.some((tool) => !tools.includes(tool))

export const recordAccountEvent = (
  tx: Db,
  actor: string,
  action: AuditAction,
  { email, ...details }: Partial<Welcomed<AccountRow>> & { email: string },
): Promise<void> =>
  recordEvent(tx, { actor, action, subject: { kind: 'account', id: email }, details })
