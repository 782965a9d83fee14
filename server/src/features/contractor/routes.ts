// Calls of the contractor portal.
import * as contractor from '@invoice-desk/contract/contractor'
import { HUMAN_CHECK_VERIFY } from '@invoice-desk/contract/human-check'
import { AppError } from '../../app-error.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Bind } from '../../http/bind.ts'
import { createHumanGate } from '../../human-gate.ts'
import { createContractorService } from './service.ts'
import { createSubmission } from './submission/submission.ts'
import { createSignOut } from './verification/sign-out.ts'

export const contractorRoutes = (bind: Bind, dependencies: Dependencies): void => {
  const service = createContractorService(dependencies)
  const submission = createSubmission(dependencies)
  const signOutEverywhere = createSignOut(dependencies)
  const humanGate = createHumanGate(dependencies)

  bind(contractor.sendVerification, async ({ body, address, limits }) => {
    const { email } = body
    const isSent = { message: 'Please check your e-mail for a verification link.' }
    service.checkReturnUrl(body.returnUrl)
    const source = limits.counter('proof_verification_address', address)
    const mailbox = limits.counter('proof_verification_mailbox', email)
    const proveHuman = humanGate(HUMAN_CHECK_VERIFY, body.captchaToken)
    // Asked for known and unknown emails alike, or the question would tell a stranger who is a contractor.
    if (await source.count()) await proveHuman()
    if (await mailbox.count()) await proveHuman()
    // No mailbox is flooded, and no owner is locked out: the links that it got are good.
    if (await limits.counter('quiet_verification_mailbox', email).count()) return isSent
    await service.sendVerification(email)
    return isSent
  })
  bind(contractor.verifyToken, ({ body }) => service.verify(body.token))
  bind(contractor.signOutEverywhere, async ({ body, caller, limits }) => {
    await signOutEverywhere(caller, body)
    // The links that the mailbox got are no longer good, so it may get another.
    await limits.counter('quiet_verification_mailbox', caller.email).clear()
    return { message: 'You are signed out on all devices.' }
  })
  bind(contractor.checkVendor, ({ body, caller }) => service.check(caller, body))
  bind(contractor.listVendorBills, ({ body, caller }) => service.listOwnBills(caller, body))

  bind(contractor.submitInvoice, async ({ readForm, caller, limits, request }) => {
    await limits.take('submit_invoice', caller.email)
    const key = submissionKeyOf(request.headers['idempotency-key'])
    const bill = await submission.submit(caller, await readForm(submission.receiveFile), key)
    return { message: 'Invoice submitted successfully!', bill }
  })

  bind(contractor.readInvoiceFile, async ({ query, reply }) => {
    const { file, stream } = await service.openFile(query.file)
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

/** It loads and runs nothing. In a sandbox it is no part of our site either, but Safari would not show a PDF. */
const policyOf = ({ type }: { readonly type: string }): string => {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"
  return type === 'application/pdf' ? policy : `sandbox; ${policy}`
}

const encodeName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)

const submissionKeyOf = (header: string | string[] | undefined): string | undefined => {
  if (header === undefined) return undefined
  if (typeof header === 'string' && /^[\x21-\x7e]{8,100}$/.test(header)) return header
  throw new AppError('malformed_request', { text: 'The Idempotency-Key is not usable.' })
}
