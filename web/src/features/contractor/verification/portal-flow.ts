// Signs a contractor in by email or token: verifies the token, checks the vendor, or sends a link.
import { CONTRACTOR_ERRORS } from '@invoice-desk/contract/contractor/contractor-errors'
import { z } from 'zod'
import { ApiError, isUnanswered, serverText as textOf } from '../../../shared/api/api-error.ts'
import { HumanCheckError } from '../../../shared/api/human-check.ts'
import type { TokenStore } from './token-store.ts'

export type Contractor = {
  readonly email: string
  readonly vendor: string
  readonly token: string
}

export type Refusal = {
  readonly message: string
  readonly advice?: string | undefined
  /** The page adds advice for these. */
  readonly kind?: 'not-approved' | 'expired'
}

export type AskingState = {
  readonly status: 'asking' | 'checking'
  readonly email: string
  readonly refusal?: Refusal
  /** A success message, such as after a sign-out. */
  readonly notice?: string
  /** A token that can be tried again, because there was no answer. */
  readonly token?: string | undefined
}
export type SentState = {
  readonly status: 'sent'
  readonly email: string
  readonly isResending?: boolean
}
export type PortalState =
  | { readonly status: 'opening' }
  | AskingState
  | SentState
  | { readonly status: 'approved'; readonly contractor: Contractor }

export type PortalCalls = {
  readonly verify: (token: string) => Promise<{ valid: boolean; email?: string | undefined }>
  readonly check: (email: string, token: string) => Promise<{ vendor?: string | undefined }>
  readonly send: (email: string) => Promise<unknown>
}

type Parts = { readonly calls: PortalCalls; readonly store: TokenStore }

const SEND_FAILED = 'Failed to send verification email'

/** The token comes from a link or from this browser. */
export const enterWithToken = async (
  token: string,
  { calls, store }: Parts,
): Promise<PortalState> => {
  try {
    const { valid, email } = await calls.verify(token)
    if (!valid || !email) return refused('', linkRefusal(undefined))
    store.keep(token)
    return await checkVendor(email, token, calls)
  } catch (error) {
    if (isInvalid(error) && store.read() === token) store.clear()
    return refused(
      detailsOf(error).email ?? '',
      linkRefusal(error),
      isUnanswered(error) ? token : undefined,
    )
  }
}

/** Uses the kept token if it belongs to this email, and sends a link otherwise. */
export const enterWithEmail = async (typed: string, parts: Parts): Promise<PortalState> => {
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

const checkVendor = async (
  email: string,
  token: string,
  calls: PortalCalls,
): Promise<PortalState> => {
  try {
    const { vendor } = await calls.check(email, token)
    if (vendor) return { status: 'approved', contractor: { email, vendor, token } }
    return refused(email, {
      kind: 'not-approved',
      message: CONTRACTOR_ERRORS.contractor_not_approved.text,
    })
  } catch (error) {
    // The token expired between the two calls.
    if (isTokenRefused(error)) throw error
    const message = serverText(error) ?? 'Failed to verify vendor status. Please try again.'
    if (says(error, 'contractor_not_approved'))
      return refused(email, { kind: 'not-approved', message })
    return refused(email, { message }, isUnanswered(error) ? token : undefined)
  }
}

export const sendLink = async (email: string, calls: PortalCalls): Promise<PortalState> => {
  try {
    await calls.send(email)
    return { status: 'sent', email }
  } catch (error) {
    const reason = error instanceof HumanCheckError ? error.message : serverText(error)
    const advice = reason === SEND_FAILED ? undefined : reason
    return refused(email, { message: SEND_FAILED, advice })
  }
}

const refused = (email: string, refusal: Refusal, token?: string): PortalState => ({
  status: 'asking',
  email,
  refusal,
  token,
})

const linkRefusal = (error: unknown): Refusal =>
  isUnanswered(error)
    ? { message: 'Failed to verify email. Please try again.' }
    : {
        message: serverText(error) ?? 'Invalid or expired verification link. Please try again.',
        advice: "Enter your email and we'll send you a new link.",
      }

export const isTokenRefused = (error: unknown): boolean =>
  says(error, 'token_missing', 'token_invalid', 'token_expired')

/** Compares texts if the server sends no error codes. */
const says = (error: unknown, ...codes: readonly (keyof typeof CONTRACTOR_ERRORS)[]): boolean =>
  error instanceof ApiError &&
  (error.is(...codes) ||
    (error.is('refused') && codes.some((code) => CONTRACTOR_ERRORS[code].text === error.message)))

const isInvalid = (error: unknown): boolean =>
  detailsOf(error).valid === false || isTokenRefused(error)

/** The server's message, unless it's about input that the contractor didn't type. */
export const serverText = (error: unknown): string | undefined =>
  error instanceof ApiError && error.is('invalid_input') ? undefined : textOf(error)

/** An expired link still names its email, so it doesn't have to be typed again. */
const details = z
  .object({
    valid: z.boolean().optional().catch(undefined),
    email: z.string().optional().catch(undefined),
  })
  .catch({})

const detailsOf = (error: unknown) => details.parse(error instanceof ApiError ? error.body : {})
