// Connects Gmail accounts to the mail relay, and disconnects them.
import { randomUUID } from 'node:crypto'
import { RELAY_MAILBOXES_MAX, type RelayMailbox } from '@invoice-desk/contract/relay/mail-relay'
import { recordEvent } from '../../../db/audit.ts'
import type { Db } from '../../../db/client.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { StaffCaller } from '../../../http/access.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { Identity, ReturnedCode, SignInFlow } from '../../../providers/google/issuer.ts'
import { ProviderError } from '../../../providers/provider-error.ts'
import { findGrant } from '../../identity/sessions/queries.ts'
import { countRecipients, retryWaiting } from '../messages/queries.ts'
import { toMailboxView } from '../view.ts'
import { mayManage } from '../viewer.ts'
import {
  CONNECTING_LOCK,
  countMailboxes,
  findByAddress,
  findById,
  type MailboxRow,
  saveConnected,
  updateDisconnected,
} from './queries.ts'
import { createTokenVault } from './token-vault.ts'

const NOT_TICKED =
  "Google didn't grant permission to send email. Connect again, and check the box for sending email."
const NOT_KEPT =
  "Google didn't let us keep the permission. Remove this app in your Google account under third-party connections, then connect again."

export const createMailboxes = ({ config, database: { db }, gmail, log }: Dependencies) => {
  const vault = createTokenVault(config)

  const viewOf = async (row: MailboxRow): Promise<RelayMailbox> =>
    toMailboxView(row, await countRecipients(db, row.id))

  /** Google takes the app's whole permission, so not while that person's sign-in or Gmail account still needs it. */
  const revokeIfUnused = async (address: string, refreshToken: string): Promise<void> => {
    const isNeeded =
      (await findGrant(db, address)) !== undefined ||
      (await findByAddress(db, address))?.state === 'connected'
    if (isNeeded) return
    await gmail.revoke(refreshToken).catch((error: unknown) => {
      log.warn({ err: error }, 'Revoking the permission for a Gmail account failed')
    })
  }

  const start = (flow: SignInFlow, options: { address?: string | undefined }): Promise<string> =>
    gmail.startConsent(flow, options).catch(refuse)

  const finish = async (
    caller: StaffCaller,
    returned: ReturnedCode,
    flow: SignInFlow,
  ): Promise<RelayMailbox> => {
    const consent = await gmail.exchangeCode(returned, flow).catch(refuse)
    const { identity, refreshToken, canSend } = consent
    if (refreshToken === undefined) {
      throw new AppError('gmail_refused', { text: canSend ? NOT_KEPT : NOT_TICKED })
    }
    try {
      if (!canSend) throw new AppError('gmail_refused', { text: NOT_TICKED })
      const connected = await db.transaction(
        (tx) => save(tx, caller, identity, refreshToken),
        CONNECTING_LOCK,
      )
      return await viewOf(connected)
    } catch (error) {
      // We don't keep a permission that we don't use.
      if (error instanceof AppError) await revokeIfUnused(identity.email, refreshToken)
      throw error
    }
  }

  const save = async (
    tx: Db,
    caller: StaffCaller,
    { email: address, domain }: Identity,
    refreshToken: string,
  ): Promise<MailboxRow> => {
    const before = await findByAddress(tx, address)
    if (before && !mayManage(caller, before.owner)) throw ofSomeoneElse(before)
    const owner = before?.owner ?? caller.email
    if (before === undefined || before.state === 'disconnected') await assertRoom(tx, caller, owner)
    const id = before?.id ?? randomUUID()
    const sealed = vault.seal(id, refreshToken)
    const saved = await saveConnected(tx, {
      id,
      address,
      owner,
      domain: domain ?? null,
      refreshToken: sealed,
    })
    await recordEvent(tx, {
      actor: caller.email,
      action: 'relay_mailbox_connected',
      subject: { kind: 'relay_mailbox', id },
    })
    if (before) await retryWaiting(tx, id)
    return saved
  }

  /** Messages that wait for it go out once someone connects it again. */
  const disconnect = async (caller: StaffCaller, id: string): Promise<RelayMailbox> => {
    const before = await db.transaction(async (tx) => {
      const row = await findById(tx, id, { lock: true })
      if (!row || !mayManage(caller, row.owner)) throw new AppError('not_found')
      if (row.state === 'disconnected') return row
      await updateDisconnected(tx, id)
      await recordEvent(tx, {
        actor: caller.email,
        action: 'relay_mailbox_disconnected',
        subject: { kind: 'relay_mailbox', id },
      })
      return row
    })
    const token = before.refreshToken === null ? undefined : vault.open(id, before.refreshToken)
    if (token !== undefined) await revokeIfUnused(before.address, token)
    return viewOf({ ...before, state: 'disconnected' })
  }

  return { start, finish, disconnect }
}

const assertRoom = async (tx: Db, caller: StaffCaller, owner: string): Promise<void> => {
  if ((await countMailboxes(tx, owner)) < RELAY_MAILBOXES_MAX) return
  const who = owner === caller.email ? 'You' : owner
  const text = `${who} can connect at most ${RELAY_MAILBOXES_MAX} Gmail accounts. Disconnect one first.`
  throw new AppError('relay_conflict', { text })
}

const ofSomeoneElse = ({ address, owner }: MailboxRow) =>
  new AppError('relay_conflict', {
    text: `${owner} already connected ${address}. Ask them or an administrator to connect it again.`,
  })

const refuse = (error: unknown): never => {
  if (!(error instanceof ProviderError)) throw error
  const code = error.kind === 'rejected' ? 'gmail_refused' : 'google_unavailable'
  throw new AppError(code, { cause: error })
}
