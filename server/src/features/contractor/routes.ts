// Endpoints for the contractor portal.
import { readBillTimeline } from '@invoice-desk/contract/bills/bill-timeline'
import * as contractor from '@invoice-desk/contract/contractor/contractor'
import {
  resubmitInvoice,
  submitInvoice,
  withdrawInvoice,
} from '@invoice-desk/contract/contractor/submission'
import { HUMAN_CHECK_VERIFY } from '@invoice-desk/contract/http/human-check'
import { businessDay } from '@invoice-desk/contract/values/business-day'
import type { Dependencies } from '../../dependencies.ts'
import type { Bind } from '../../http/bind.ts'
import { createHumanGate } from '../../http/human-gate.ts'
import { idempotencyKeyOf } from '../../http/idempotency-key.ts'
import { csvHeaders } from '../../lib/csv.ts'
import { mailboxOf } from '../../lib/same-mailbox.ts'
import { createBills } from './own-bills/service.ts'
import { createSubmission } from './submission/submission.ts'
import { createVerification } from './verification/service.ts'

export const contractorRoutes = (bind: Bind, dependencies: Dependencies): void => {
  const verification = createVerification(dependencies)
  const bills = createBills(dependencies)
  const submission = createSubmission(dependencies)
  const humanGate = createHumanGate(dependencies)

  bind(contractor.sendVerification, async ({ body, address, limits }) => {
    const { email } = body
    // One mailbox has many spellings.
    const owner = mailboxOf(email)
    const isSent = { message: 'Check your email for a verification link.' }
    verification.checkReturnUrl(body.returnUrl)
    const source = limits.counter('proof_verification_address', address)
    const mailbox = limits.counter('proof_verification_mailbox', owner)
    const proveHuman = humanGate(HUMAN_CHECK_VERIFY, body.captchaToken)
    // Known and unknown emails get the same challenge, or it would reveal who is a contractor.
    if (await source.count()) await proveHuman()
    if (await mailbox.count()) await proveHuman()
    // Over the limit we send nothing. The owner still has earlier links that work.
    if (await limits.counter('quiet_verification_mailbox', owner).count()) return isSent
    await verification.send(email)
    return isSent
  })
  bind(contractor.verifyToken, ({ body }) => verification.verify(body.token))
  bind(contractor.signOutEverywhere, async ({ body, caller, limits }) => {
    await verification.signOutEverywhere(caller, body.email)
    // The earlier links no longer work, so the mailbox may get a new one.
    await limits.counter('quiet_verification_mailbox', mailboxOf(caller.email)).clear()
    return { message: "You're signed out on all devices." }
  })
  bind(contractor.checkVendor, ({ body, caller }) => bills.checkVendorOf(caller, body))
  bind(contractor.listVendorBills, ({ body, caller }) => bills.listOwnBills(caller, body))

  bind(submitInvoice, async ({ readForm, caller, limits, request }) => {
    await limits.take('submit_invoice', mailboxOf(caller.email))
    const key = idempotencyKeyOf(request)
    const bill = await submission.submit(caller, await readForm(submission.receiveFile), key)
    return { message: 'Invoice submitted successfully!', bill }
  })

  bind(resubmitInvoice, async ({ readForm, caller, limits, request }) => {
    await limits.take('submit_invoice', mailboxOf(caller.email))
    const key = idempotencyKeyOf(request)
    const bill = await submission.resubmit(caller, await readForm(submission.receiveFile), key)
    return { message: 'Invoice resubmitted successfully!', bill }
  })

  bind(contractor.exportVendorBills, async ({ query, caller, reply }) => {
    const csv = await bills.exportOwnBills(caller, query.search)
    const today = businessDay(Date.now(), dependencies.config.businessTimeZone)
    reply.headers(csvHeaders(`bills-${today}`))
    return csv
  })
  bind(readBillTimeline, async ({ query, caller }) => bills.readOwnTimeline(caller, query.billId))
  bind(withdrawInvoice, async ({ body, caller }) => ({
    message: 'Invoice withdrawn.',
    bill: await submission.withdraw(caller, body),
  }))

  bind(contractor.readInvoiceFile, async ({ query, reply }) => {
    const { file, stream } = await bills.openFile(query.file)
    reply.headers({
      'content-type': file.type,
      'content-length': file.bytes,
      'content-disposition': `inline; filename*=UTF-8''${encodeName(file.name)}`,
      'content-security-policy': policyOf(file),
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    return stream
  })
}

/** The file can't load or run anything. PDFs get no sandbox, because Safari doesn't show a sandboxed PDF. */
const policyOf = ({ type }: { readonly type: string }): string => {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"
  return type === 'application/pdf' ? policy : `sandbox; ${policy}`
}

const encodeName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)
