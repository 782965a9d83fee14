// What an invited vendor can do with its link: see what we have, send details and correct them.
import type { BodyOf, ResponseOf } from '@invoice-desk/contract/http/endpoint'
import { taxIdDigits } from '@invoice-desk/contract/values/tax-id'
import type {
  openVendorDetails,
  submitVendorDetails,
} from '@invoice-desk/contract/vendors/vendor-details'
import { recordEvent } from '../../../db/audit.ts'
import type { Db } from '../../../db/client.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { ContractorCaller } from '../../../http/access.ts'
import { AppError } from '../../../lib/app-error.ts'
import { hashToken } from '../../../secrets/link-tokens.ts'
import { sendNewLink } from './invite.ts'
import { detailsNoticeJob, receivedMailJob } from './job-kinds.ts'
import { findByToken, type InvitationRow, updateInvitation } from './queries.ts'
import { assertUnclaimed } from './service.ts'
import { createTaxIdVault } from './tax-id.ts'
import { detailsOf } from './view.ts'

type Submission = BodyOf<typeof submitVendorDetails>

export const createVendorDetails = ({ config, database: { db }, jobs }: Dependencies) => {
  const vault = createTaxIdVault(config)

  const submit = ({ token, taxId, isCertified: _, ...given }: Submission) =>
    db.transaction(async (tx) => {
      const before = await getByToken(tx, token, { lock: true })
      assertUnclaimed(before)
      const digits = taxIdDigits(taxId)
      const row = await updateInvitation(tx, before.id, {
        state: 'submitted',
        details: { ...given, taxIdLast4: digits.slice(-4) },
        sealedTaxId: vault.seal(before.id, digits),
        submittedAt: new Date(),
        reason: null,
      })
      const { id, email, name, version } = row
      await recordEvent(tx, {
        actor: email,
        action: 'vendor_details_submitted',
        subject: { kind: 'vendor_invitation', id },
        details: { email, vendor: name },
      })
      await jobs.send(tx, receivedMailJob, { invitationId: id, version })
      // Staff already know of those that wait.
      if (before.state !== 'submitted')
        await jobs.send(tx, detailsNoticeJob, { invitationId: id, news: 'submitted', version })
      return row
    })

  return {
    open: async ({
      token,
    }: BodyOf<typeof openVendorDetails>): Promise<ResponseOf<typeof openVendorDetails>> => {
      const row = await getByToken(db, token)
      const details = detailsOf(row)
      return {
        email: row.email,
        name: row.name,
        state: row.state,
        expiresAt: row.linkExpiresAt.toISOString(),
        ...(details && { details }),
        ...(row.state === 'sent_back' && row.reason !== null && { reason: row.reason }),
      }
    },

    submit: async (given: Submission): Promise<ResponseOf<typeof submitVendorDetails>> => {
      const details = detailsOf(await submit(given))
      if (!details) throw new Error('The details were not stored')
      return { message: `We sent your details to ${config.businessName}.`, details }
    },

    /** To the caller's own address, so the link proves nothing that the caller hasn't proved already. */
    sendLink: async ({ email, vendor }: ContractorCaller): Promise<void> => {
      if (vendor === undefined) throw new AppError('contractor_not_approved')
      await db.transaction((tx) => sendNewLink(tx, { email, name: vendor }))
    },
  }
}

const getByToken = async (
  db: Db,
  token: string,
  options?: { lock: boolean },
): Promise<InvitationRow> => {
  const row = await findByToken(db, hashToken(token), options)
  if (!row) throw new AppError('token_invalid')
  if (row.linkExpiresAt <= new Date()) throw new AppError('token_expired')
  return row
}
