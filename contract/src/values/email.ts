// Accepts plain email addresses, which every email program reads the same way.
import { z } from 'zod'
import { EMAIL_LENGTH_MAX } from './limits.ts'

// RFC 5322 atoms and DNS names, without quoted names, comments, display names and IP addresses.
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const TOP_LABEL = '[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]'
const PLAIN = new RegExp(`^(?=[^@]{1,64}@)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${TOP_LABEL}$`)

export const isPlainEmail = (text: string): boolean =>
  text.length <= EMAIL_LENGTH_MAX && PLAIN.test(text)

/** Trimmed and in lower case. */
export const email = z
  .string()
  .trim()
  .max(EMAIL_LENGTH_MAX)
  .regex(PLAIN, 'Enter a valid email address.')
  .toLowerCase()
