// Access tokens, which last nine hours.
import { randomBytes } from 'node:crypto'
import type { Store } from '../../store.ts'
import { CLIENT_ID, CLIENT_SECRET, newDebugId } from '../ids.ts'

const SECONDS = 9 * 60 * 60
const TOKENS_MAX = 1_000

type TokenRow = { readonly token: string; readonly expiresAtMs: number }

export const openTokens = (store: Store) => {
  const tokens = store.collection<TokenRow>('paypal/tokens')
  return {
    issue: () => {
      if (tokens.size >= TOKENS_MAX) tokens.clear()
      const token = `A21AA${randomBytes(48).toString('base64url')}`
      tokens.set(token, { token, expiresAtMs: Date.now() + SECONDS * 1000 })
      return {
        scope:
          'https://uri.paypal.com/services/payments/payment https://uri.paypal.com/services/applications/webhooks openid',
        access_token: token,
        token_type: 'Bearer',
        app_id: 'APP-80W284485P519543T',
        expires_in: SECONDS,
        nonce: `${new Date().toISOString()}${newDebugId()}`,
      }
    },
    isValid: (authorization = ''): boolean => {
      const token = /^Bearer (\S+)$/i.exec(authorization)?.[1]
      const row = token === undefined ? undefined : tokens.get(token)
      return row !== undefined && row.expiresAtMs > Date.now()
    },
    expireAll: () => tokens.clear(),
  }
}

export const isClient = (authorization = ''): boolean => {
  const encoded = /^Basic (\S+)$/i.exec(authorization)?.[1] ?? ''
  return Buffer.from(encoded, 'base64').toString() === `${CLIENT_ID}:${CLIENT_SECRET}`
}
