// Sends, checks and revokes verification links, and identifies contractors by them.
import type { verifyToken } from '@invoice-desk/contract/contractor/contractor'
import type { ResponseOf } from '@invoice-desk/contract/http/endpoint'
import { recordEvent } from '../../../db/audit.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { ContractorCaller } from '../../../http/access.ts'
import { AppError } from '../../../lib/app-error.ts'
import { hashToken } from '../../../secrets/link-tokens.ts'
import { verificationMailJob } from '../job-kinds.ts'
import { findVerification, revokeVerifications } from '../queries.ts'
import { daysRemaining, stateOf } from './verification.ts'

export const createContractorAuthenticator =
  ({ database }: Pick<Dependencies, 'database'>) =>
  async (token: string): Promise<ContractorCaller> => {
    const tokenHash = hashToken(token)
    const found = await findVerification(database.db, tokenHash)
    const state = stateOf(found, new Date())
    if (!found || state === 'invalid') throw new AppError('token_invalid')
    if (state === 'expired') throw new AppError('token_expired')
    return {
      kind: 'contractor',
      email: found.email,
      vendor: found.vendor ?? undefined,
      tokenHash,
      exp: found.expiresAt.getTime() / 1_000,
    }
  }

export const createVerification = ({ callers, config, database: { db }, jobs }: Dependencies) => ({
  checkReturnUrl: (returnUrl = `${config.publicUrl}/submit-invoice`): void => {
    const target = URL.parse(returnUrl)
    const isOurs = target?.origin === new URL(config.publicUrl).origin
    if (!isOurs || target.pathname.replace(/\/$/, '') !== '/submit-invoice')
      throw new AppError('return_url_refused', { field: 'returnUrl' })
  },

  /** Only queues the email: neither the response nor its timing reveals whether we know the address. */
  send: async (email: string): Promise<void> => {
    await jobs.send(db, verificationMailJob, { email }).catch((error: unknown) => {
      throw new AppError('verification_mail_failed', { cause: error })
    })
  },

  verify: async (token: string): Promise<ResponseOf<typeof verifyToken>> => {
    const now = new Date()
    const currentTime = now.toISOString()
    const refusal = { valid: false, currentTime }
    if (token === '') throw new AppError('token_missing', { extra: refusal })
    const found = await findVerification(db, hashToken(token))
    const state = stateOf(found, now)
    if (!found || state === 'invalid') throw new AppError('token_invalid', { extra: refusal })
    const { email } = found
    const expiresAt = found.expiresAt.toISOString()
    if (state === 'expired')
      throw new AppError('token_expired', { extra: { ...refusal, email, expiredAt: expiresAt } })
    const days = daysRemaining(found.expiresAt, now)
    return { valid: true, email, expiresAt, daysRemaining: days, currentTime }
  },

  /** Revokes every link of the caller, on all devices. */
  signOutEverywhere: async (caller: ContractorCaller, email: string): Promise<void> => {
    if (caller.email !== email) throw new AppError('other_email', { field: 'email' })
    await db.transaction(async (tx) => {
      await revokeVerifications(tx, email)
      await recordEvent(tx, {
        actor: email,
        action: 'signed_out_everywhere',
        subject: { kind: 'contractor', id: email },
      })
    })
    callers.forget()
  },
})
