// Proof of an e-mail, the vendor behind it, and the bills of that vendor.
import {
  type checkVendor,
  type listVendorBills,
  totalsOf,
  type verifyToken,
} from '@invoice-desk/contract/contractor'
import type { BodyOf, ResponseOf } from '@invoice-desk/contract/endpoint'
import { AppError } from '../../app-error.ts'
import type { Dependencies } from '../../dependencies.ts'
import { createFileLinks } from '../../file-links.ts'
import type { Caller, ContractorCaller } from '../../http/access.ts'
import { billView } from './bills/bill-view.ts'
import { ownVendorOf } from './bills/ownership.ts'
import { listBills, sumBills } from './bills/queries.ts'
import { verificationMailJob } from './job-kinds.ts'
import { findBillAccount, findInvoiceFile, findVerification } from './queries.ts'
import { daysRemaining, hashToken, isTokenOf, stateOf } from './verification/verification.ts'

export const createContractorService = ({ config, database, files, jobs }: Dependencies) => {
  const { db } = database
  const links = createFileLinks(config)

  const checkReturnUrl = (returnUrl: string | undefined): void => {
    const target = URL.parse(returnUrl ?? `${config.publicUrl}/submit-invoice`)
    const isOurs = target?.origin === new URL(config.publicUrl).origin
    if (!isOurs || target.pathname.replace(/\/$/, '') !== '/submit-invoice') {
      throw new AppError('return_url_refused', { field: 'returnUrl' })
    }
  }

  /** Only asks for the mail: the caller learns nothing from the answer or from how long it took. */
  const sendVerification = async (email: string): Promise<void> => {
    await jobs.send(db, verificationMailJob, { email }).catch((error: unknown) => {
      throw new AppError('verification_mail_failed', { cause: error })
    })
  }

  const verify = async (token: string): Promise<ResponseOf<typeof verifyToken>> => {
    const now = new Date()
    const currentTime = now.toISOString()
    const refusal = { valid: false, currentTime }
    if (token === '') throw new AppError('token_missing', { extra: refusal })
    const found = await findVerification(db, hashToken(token))
    const state = stateOf(found, now)
    if (!found || state === 'invalid') throw new AppError('token_invalid', { extra: refusal })
    const { email, expiresAt } = found
    if (state === 'expired') {
      const expiredAt = expiresAt.toISOString()
      throw new AppError('token_expired', { extra: { ...refusal, email, expiredAt } })
    }
    return {
      valid: true,
      email,
      expiresAt: expiresAt.toISOString(),
      daysRemaining: daysRemaining(expiresAt, now),
      currentTime,
    }
  }

  const check = async (
    caller: Caller,
    { email, auth_type }: BodyOf<typeof checkVendor>,
  ): Promise<ResponseOf<typeof checkVendor>> => {
    if (auth_type === 'local') {
      if (caller.kind !== 'contractor') throw new AppError('token_invalid')
      return { vendor: ownVendorOf(caller, { email }) }
    }
    if (caller.kind !== 'staff') throw new AppError('sign_in_required')
    const mayKnow = caller.tools.some(
      (tool) => tool === 'approve_invoice' || tool === 'create_vendor',
    )
    if (!mayKnow) throw new AppError('tool_not_enabled')
    const account = await findBillAccount(db, email)
    if (account === undefined) {
      throw new AppError('vendor_mapping_unknown', { extra: { success: false } })
    }
    return { success: true, qb_bill_account: account }
  }

  const listOwnBills = async (
    caller: ContractorCaller,
    { vendorName, token, ...part }: BodyOf<typeof listVendorBills>,
  ): Promise<ResponseOf<typeof listVendorBills>> => {
    if (token !== undefined && !isTokenOf(token, caller.tokenHash))
      throw new AppError('token_invalid')
    const owner = { email: caller.email, vendor: ownVendorOf(caller, { vendorName }) }
    try {
      const [rows, sums] = await Promise.all([listBills(db, owner, part), sumBills(db, owner)])
      return { bills: rows.map((row) => billView(row, links)), ...totalsOf(sums) }
    } catch (error) {
      throw new AppError('bills_failed', { cause: error })
    }
  }

  /** The file behind a link, with what its reader must know of it. */
  const openFile = async (sealed: string) => {
    const fileId = links.fileOf(sealed)
    if (fileId === undefined) throw new AppError('file_link_invalid')
    const file = await findInvoiceFile(db, fileId)
    const stream = file && (await files.open(fileId))
    if (!stream) throw new AppError('file_gone')
    return { file, stream }
  }

  return { checkReturnUrl, sendVerification, verify, check, listOwnBills, openFile }
}
