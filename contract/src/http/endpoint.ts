// The contract of one API call, used by browser, server, tests and OpenAPI.
import type { z } from 'zod'
import type { Tool } from '../identity/tools.ts'
import type { ErrorCode } from './errors.ts'

/**
 * Who may call. `staff`: any account; `tool:x`: an account with that tool; `tool:x|y`: with one of them; `retailer`:
 * anyone, or only staff if the settings say so; `provider`: a signed webhook; `metrics`: a scraper with the
 * operator's token.
 */
export type Access =
  | 'public'
  | 'contractor'
  | 'contractor-or-staff'
  | 'staff'
  | 'admin'
  | 'retailer'
  | 'provider'
  | 'metrics'
  | `tool:${Tool}`
  | `tool:${Tool}|${Tool}`
  | `tool:${Tool}|${Tool}|${Tool}`

/** The rate limits that a call may have in addition to the general one. The server sets the numbers. */
export type CallLimit =
  | 'sign_in'
  | 'renew_sign_in'
  | 'verification'
  | 'verify_token'
  | 'payment_history'
  | 'invoice_file'
  | 'payment'
  | 'payment_status'
  | 'retailer_list'
  | 'export'
  | 'retailer_import'
  | 'verify_challenge'
  | 'service_test'
  | 'probe'

export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/api/${string}`
  readonly summary: string
  readonly access: Access
  /** The person must have signed in not long ago. Only for access by staff. */
  readonly recentSignIn?: true
  /** A stricter rate limit by IP address, in addition to the general one that every call has. */
  readonly limit?: CallLimit
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** The fields of a multipart body. Its files are streamed. */
  readonly multipart?: z.ZodType
  /** The handler gets the unparsed body, to verify its signature. */
  readonly rawBody?: true
  /** 64 kB by default. */
  readonly bodyBytesMax?: number
  /** All files of a multipart body together; 10 MB by default. */
  readonly fileBytesMax?: number
  /** One by default. */
  readonly filesMax?: number
  /** The response is a file: an uploaded one, or one of this type. */
  readonly file?: true | 'text/csv' | 'application/pdf'
  /** The schema's output is what our server sends; its input may have fewer fields (`loose.ts`). */
  readonly response: z.ZodType
  /** Errors are plain text with the code in `x-error-code`, unless `accept` includes application/json. */
  readonly textErrors?: true
  /** This call's own errors, besides those of its access, body and limits. */
  readonly errors?: readonly ErrorCode[]
}

export type QueryOf<E extends Endpoint> = E extends { query: infer Q extends z.ZodType }
  ? z.infer<Q>
  : undefined
export type BodyOf<E extends Endpoint> = E extends { body: infer B extends z.ZodType }
  ? z.infer<B>
  : undefined
export type FormOf<E extends Endpoint> = E extends { multipart: infer F extends z.ZodType }
  ? z.infer<F>
  : undefined
export type ResponseOf<E extends Endpoint> = z.infer<E['response']>
