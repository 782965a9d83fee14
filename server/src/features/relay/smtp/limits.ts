// The limits of the SMTP server. Tests pass shorter times.
import type { Dependencies } from '../../../dependencies.ts'
import { FREE_BYTES_MIN } from '../../../lib/disk-space.ts'

export type SmtpLimits = typeof SMTP_LIMITS
export type SmtpDependencies = Dependencies & { readonly limits: SmtpLimits }

export const SMTP_LIMITS = {
  /** Open connections in all, and per address. */
  connections: 200,
  connectionsPerAddress: 20,
  /** Connections per address on which no device has logged in. */
  withoutLoginPerAddress: 10,
  /** Commands before the login, once TLS makes one possible. */
  commandsBeforeLogin: 15,
  /** Everything before the login, with TLS. */
  bytesBeforeLogin: 64 * 1024,
  /** After so many refusals, a connection ends. */
  refusals: 20,
  refusalsBeforeLogin: 5,
  /** Wrong logins per connection. `relay_login` limits them per address. */
  wrongLogins: 3,
  /** Messages that we receive at the same time. */
  messagesAtOnce: 20,
  /** Mail programs open five connections. */
  messagesPerDevice: 5,
  /** Room on the disk that we leave to everything else. */
  freeBytesMin: FREE_BYTES_MIN,
  headersPerMessage: 1_000,
  /** Without a single byte. */
  idleMs: 60_000,
  /** From the first byte until TLS is ready and a device has logged in. */
  loginMs: 60_000,
  /** For the content of one message. */
  contentMs: 5 * 60_000,
  sessionMs: 10 * 60_000,
  /** How often we end connections that are over these times. */
  sweepMs: 1_000,
  /** How long messages in flight may take when the server stops. */
  closeMs: 5_000,
  /** How often we look for a new certificate. */
  certificateMs: 5 * 60_000,
}
