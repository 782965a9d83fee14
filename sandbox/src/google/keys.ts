// The provider's keys, created once and stored, so tokens stay valid after a restart.
import { generateKeyPair, type JsonWebKey, randomBytes, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import type { Store } from '../store.ts'

export type GoogleKeys = { readonly signing: JsonWebKey; readonly cookie: string }

export const openKeys = async (store: Store): Promise<GoogleKeys> => {
  const keys = store.collection<GoogleKeys>('google.keys')
  return keys.get('keys') ?? keys.set('keys', await makeKeys())
}

/** The sandboxes of a process share one, because making it takes longer than starting the rest. */
let rsaKey: Promise<JsonWebKey> | undefined

const makeRsaKey = async (): Promise<JsonWebKey> => {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  return privateKey.export({ format: 'jwk' })
}

const makeKeys = async (): Promise<GoogleKeys> => {
  rsaKey ??= makeRsaKey()
  return {
    signing: { ...(await rsaKey), kid: randomUUID(), alg: 'RS256', use: 'sig' },
    cookie: randomBytes(32).toString('base64url'),
  }
}
