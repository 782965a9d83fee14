// An endpoint is the whole agreement about one call: browser, server, tests and OpenAPI all read it from here.
import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Tool } from './tools.ts'

/**
 * Who may call. `staff` is any provisioned account, `tool:x` an account that has that tool, `tool:x|y` one of both,
 * `retailer` anyone, unless the business has closed its transactions to all but staff,
 * `provider` a webhook that proves itself by signature, `metrics` a scraper with the operator's token.
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

/** The rate limits that a call may have beside the general one; the server sets their numbers. */
export type CallLimit =
  | 'sign_in'
  | 'verification'
  | 'verify_token'
  | 'invoice_search'
  | 'payment_history'
  | 'payment'
  | 'payment_status'
  | 'retailer_list'
  | 'retailer_export'
  | 'retailer_import'
  | 'verify_challenge'

export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/api/${string}`
  readonly summary: string
  readonly access: Access
  /** A stricter rate limit by address, beside the general one that every call has. */
  readonly limit?: CallLimit
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** The form fields of a multipart body; the file is streamed, never parsed as a field. */
  readonly multipart?: z.ZodType
  /** The body is handed on as the bytes that came, for signatures that cover them. */
  readonly rawBody?: true
  /** Bytes of body accepted; 64 kB unless told. */
  readonly bodyBytesMax?: number
  /** Bytes of the file in a multipart body; 10 MB unless told. */
  readonly fileBytesMax?: number
  /** The answer is a file and not JSON: one that was uploaded, or one of this type. */
  readonly file?: true | 'text/csv' | 'application/pdf'
  /** What it puts out is what the server writes; what it takes in may have less (`loose.ts`). */
  readonly response: z.ZodType
  /** Failures are plain text, with the code in `x-error-code`, unless `accept` names application/json. */
  readonly textErrors?: true
  /** The errors peculiar to this call; those of its access, body and limits are understood. */
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
