// Webhooks are signed with a key of PayPal's, over their name, time, address and the sum of their body.
import {
  createPrivateKey,
  createPublicKey,
  createSign,
  createVerify,
  generateKeyPairSync,
} from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Store } from '../store.ts'
import { WEBHOOK_ID } from './ids.ts'

export type Transmission = {
  readonly id: string
  readonly time: string
  readonly signature: string
}

export type Signing = ReturnType<typeof openSigning>

export const openSigning = (store: Store) => {
  const keys = store.collection<{ pem: string }>('paypal/keys')
  const pem = (keys.get('signing') ?? keys.set('signing', { pem: newKey() })).pem
  const privateKey = createPrivateKey(pem)
  const publicKey = createPublicKey(privateKey)
  return {
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    sign: (id: string, time: string, body: string): Transmission => ({
      id,
      time,
      signature: createSign('sha256')
        .update(signedText(id, time, WEBHOOK_ID, body))
        .sign(privateKey, 'base64'),
    }),
    verify: ({ id, time, signature }: Transmission, webhookId: string, body: string): boolean =>
      webhookId === WEBHOOK_ID &&
      createVerify('sha256')
        .update(signedText(id, time, webhookId, body))
        .verify(publicKey, signature, 'base64'),
  }
}

const signedText = (id: string, time: string, webhookId: string, body: string): string =>
  `${id}|${time}|${webhookId}|${crc32(body)}`

const newKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
