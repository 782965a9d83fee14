// Creates, hashes and compares the tokens of links that we email.
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

const TOKEN_BYTES = 32

/** Only the email contains the token. The database stores its hash. */
export const createToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

export const hashToken = (token: string): string => hash('sha256', token)

export const isTokenOf = (token: string, tokenHash: string): boolean =>
  timingSafeEqual(Buffer.from(hashToken(token)), Buffer.from(tokenHash))
