// The email addresses the product accepts: plain ones, which every mail program reads as one and the same mailbox.
import { z } from 'zod'
import { EMAIL_LENGTH_MAX } from './limits.ts'

// RFC 5322's atoms and DNS names. Quoted names, comments, display names and bare IP numbers are left out.
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const TOP_LABEL = '[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]'
const PLAIN = new RegExp(`^(?=[^@]{1,64}@)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${TOP_LABEL}$`)

export const isPlainEmail = (text: string): boolean =>
  text.length <= EMAIL_LENGTH_MAX && PLAIN.test(text)

/** An email as people type it, made comparable: trimmed and in lower case. */
export const email = z
  .string()
  .trim()
  .max(EMAIL_LENGTH_MAX)
  .regex(PLAIN, 'Please enter a valid email address.')
  .toLowerCase()
