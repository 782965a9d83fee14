// Signs webhooks as PayPal does, over the transmission's id and time, the webhook's id and a checksum of the body.
import {
  createPrivateKey,
  createPublicKey,
  createSign,
  createVerify,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Store } from '../../store.ts'
import { WEBHOOK_ID } from '../ids.ts'

type Transmission = {
  readonly id: string
  readonly time: string
  readonly signature: string
}

export type Signing = ReturnType<typeof openSigning>

export const openSigning = (store: Store) => {
  const keys = store.collection<{ pem: string }>('paypal/keys')
  let pair: { readonly privateKey: KeyObject; readonly publicKey: KeyObject } | undefined
  /** Generated on first use, because it takes a moment. */
  const getPair = () => {
    if (pair) return pair
    const { pem } = keys.get('signing') ?? keys.set('signing', { pem: newKey() })
    const privateKey = createPrivateKey(pem)
    pair = { privateKey, publicKey: createPublicKey(privateKey) }
    return pair
  }
  return {
    publicPem: (): string => getPair().publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    sign: (id: string, time: string, body: string): Transmission => ({
      id,
      time,
      signature: createSign('sha256')
        .update(signedText(id, time, WEBHOOK_ID, body))
        .sign(getPair().privateKey, 'base64'),
    }),
    verify: ({ id, time, signature }: Transmission, webhookId: string, body: string): boolean =>
      webhookId === WEBHOOK_ID &&
      createVerify('sha256')
        .update(signedText(id, time, webhookId, body))
        .verify(getPair().publicKey, signature, 'base64'),
  }
}

const signedText = (id: string, time: string, webhookId: string, body: string): string =>
  `${id}|${time}|${webhookId}|${crc32(body)}`

/** A short key is enough for an emulator, and generates faster. */
const newKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 1024 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
