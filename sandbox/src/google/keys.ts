// The provider's keys, created once and stored, so tokens stay valid after a restart.
import { generateKeyPair, type JsonWebKey, randomBytes, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import type { Store } from '../store.ts'

export type GoogleKeys = { readonly signing: JsonWebKey; readonly cookie: string }

export const openKeys = async (store: Store): Promise<GoogleKeys> => {
  const keys = store.collection<GoogleKeys>('google.keys')
  return keys.get('keys') ?? keys.set('keys', await makeKeys())
}

const makeKeys = async (): Promise<GoogleKeys> => {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const key = privateKey.export({ format: 'jwk' })
  return {
    signing: { ...key, kid: randomUUID(), alg: 'RS256', use: 'sig' },
    cookie: randomBytes(32).toString('base64url'),
  }
}
