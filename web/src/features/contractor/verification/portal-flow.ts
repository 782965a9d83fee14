// Signs a contractor in by email or token: verifies the token, checks the vendor, or sends a link.
import { ERRORS, type ErrorCode } from '@invoice-desk/contract/errors'
import { ApiError, isUnanswered, serverText as textOf } from '../../../shared/api-error.ts'
import { HumanCheckError } from '../../../shared/human-check.ts'
import type { TokenStore } from './token-store.ts'

export type Contractor = {
  readonly email: string
  readonly vendor: string
  readonly token: string
}

export type Refusal = {
  /** What failed: the link, sending the email, the vendor check, or an expired session. */
  readonly kind: 'link' | 'mail' | 'not-approved' | 'vendor' | 'expired'
  readonly message: string
  readonly detail?: string | undefined
  /** There was no answer, so trying again may help. */
  readonly isPassing: boolean
}

export type Outcome =
  | { readonly kind: 'approved'; readonly contractor: Contractor }
  | { readonly kind: 'sent'; readonly email: string }
  | { readonly kind: 'refused'; readonly email: string; readonly refusal: Refusal }

export type PortalCalls = {
  readonly verify: (token: string) => Promise<{ valid: boolean; email?: string | undefined }>
  readonly check: (email: string, token: string) => Promise<{ vendor?: string | undefined }>
  readonly send: (email: string) => Promise<unknown>
}

type Parts = { readonly calls: PortalCalls; readonly store: TokenStore }

const SEND_FAILED = 'Failed to send verification email'

/** The token comes from a link or from this browser. */
export const enterWithToken = async (token: string, { calls, store }: Parts): Promise<Outcome> => {
  try {
    const { valid, email } = await calls.verify(token)
    if (!valid || !email) return refused('', linkRefusal(undefined))
    store.keep(token)
    return await checkVendor(email, token, calls)
  } catch (error) {
    if (isInvalid(error) && store.read() === token) store.clear()
    return refused(emailIn(error), linkRefusal(error))
  }
}

/** Uses the kept token if it belongs to this email, and sends a link otherwise. */
export const enterWithEmail = async (typed: string, parts: Parts): Promise<Outcome> => {
  const { calls, store } = parts
  const email = typed.trim().toLowerCase()
  const token = store.read()
  if (token === undefined) return sendLink(email, calls)
  try {
    const verified = await calls.verify(token)
    if (!verified.valid || verified.email !== email) return sendLink(email, calls)
    return await checkVendor(email, token, calls)
  } catch (error) {
    if (!isInvalid(error)) return refused(email, linkRefusal(error))
    store.clear()
    return sendLink(email, calls)
  }
}

const checkVendor = async (email: string, token: string, calls: PortalCalls): Promise<Outcome> => {
  try {
    const { vendor } = await calls.check(email, token)
    if (!vendor) return refused(email, NOT_APPROVED)
    return { kind: 'approved', contractor: { email, vendor, token } }
  } catch (error) {
    // The token expired between the two calls.
    if (isTokenRefused(error)) throw error
    return refused(email, vendorRefusal(error))
  }
}

export const sendLink = async (email: string, calls: PortalCalls): Promise<Outcome> => {
  try {
    await calls.send(email)
    return { kind: 'sent', email }
  } catch (error) {
    const detail = error instanceof HumanCheckError ? error.message : serverText(error)
    return refused(email, {
      kind: 'mail',
      message: SEND_FAILED,
      detail: detail === SEND_FAILED ? undefined : detail,
      isPassing: isUnanswered(error),
    })
  }
}

const refused = (email: string, refusal: Refusal): Outcome => ({ kind: 'refused', email, refusal })

const linkRefusal = (error: unknown): Refusal => {
  const isPassing = isUnanswered(error)
  const message = isPassing
    ? 'Failed to verify email. Please try again.'
    : (serverText(error) ?? 'Invalid or expired verification link. Please try again.')
  return { kind: 'link', message, isPassing }
}

const vendorRefusal = (error: unknown): Refusal => ({
  kind: says(error, 'contractor_not_approved') ? 'not-approved' : 'vendor',
  message: serverText(error) ?? 'Failed to verify vendor status. Please try again.',
  isPassing: isUnanswered(error),
})

const NOT_APPROVED: Refusal = {
  kind: 'not-approved',
  message: ERRORS.contractor_not_approved.text,
  isPassing: false,
}

export const isTokenRefused = (error: unknown): boolean =>
  says(error, 'token_missing', 'token_invalid', 'token_expired')

/** Compares texts if the server sends no error codes. */
const says = (error: unknown, ...codes: readonly ErrorCode[]): boolean =>
  error instanceof ApiError &&
  (error.is(...codes) ||
    (error.is('refused') && codes.some((code) => ERRORS[code].text === error.message)))

const isInvalid = (error: unknown): boolean =>
  bodyOf(error).valid === false || isTokenRefused(error)

/** The server's message, unless it's about input that the contractor didn't type. */
export const serverText = (error: unknown): string | undefined =>
  error instanceof ApiError && error.is('invalid_input') ? undefined : textOf(error)

/** An expired link still names its email, so it doesn't have to be typed again. */
const emailIn = (error: unknown): string => {
  const { email } = bodyOf(error)
  return typeof email === 'string' ? email : ''
}

const bodyOf = (error: unknown) =>
  ((error instanceof ApiError && error.body) || {}) as Readonly<Record<string, unknown>>
