// Authenticated encryption under keys derived from SECRET_KEY, one key per purpose.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

const VERSION = 1
const VERSION_BYTE = Buffer.of(VERSION)
const NONCE_BYTES = 12
const NONCES_DRAWN = 256
const TAG_BYTES = 16

/** New seals use the current key; what a previous key sealed still opens. */
export type Keyring = { readonly current: Buffer; readonly previous: readonly Buffer[] }

/** Seals text for one purpose; what was sealed for another purpose does not open. */
export type Sealer = {
  seal(text: string): string
  /** The same text always looks the same, until the key changes. */
  sealDeterministic(text: string): string
  /** The text, or undefined when it was altered, truncated or sealed with a key we don't have. */
  open(sealed: string): string | undefined
  /** Whether the current key opens it; if only a previous key does, it should be sealed again. */
  isCurrent(sealed: string): boolean
}

let nonces = Buffer.alloc(0)

/** Never the same twice; drawn many at a time, because a page of links needs dozens. */
const nextNonce = (): Buffer => {
  if (nonces.length === 0) nonces = randomBytes(NONCE_BYTES * NONCES_DRAWN)
  const nonce = nonces.subarray(0, NONCE_BYTES)
  nonces = nonces.subarray(NONCE_BYTES)
  return nonce
}

export const createSealer = ({ current, previous }: Keyring, purpose: string): Sealer => {
  const key = deriveKey(current, purpose)
  const nonceKey = deriveKey(current, `${purpose}/nonce`)
  const previousKeys = previous.map((each) => deriveKey(each, purpose))
  return {
    seal: (text) => sealWith(key, nextNonce(), text),
    // Made from the text with a key of its own, so that no two texts share a nonce.
    sealDeterministic: (text) => {
      const digest = createHmac('sha256', nonceKey).update(text).digest()
      return sealWith(key, digest.subarray(0, NONCE_BYTES), text)
    },
    open: (sealed) => {
      let text = openWith(key, sealed)
      for (const older of previousKeys) text ??= openWith(older, sealed)
      return text
    },
    isCurrent: (sealed) => openWith(key, sealed) !== undefined,
  }
}

/** A key object: bare bytes are looked over anew at every use, which takes longer than the sealing itself. */
const deriveKey = (secretKey: Buffer, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secretKey, '', `invoice-desk/${purpose}`, 32)))

const sealWith = (key: KeyObject, nonce: Buffer, text: string): string => {
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = cipher.update(text, 'utf8')
  // This mode has no padding: nothing is left for the end but the tag.
  cipher.final()
  return Buffer.concat([VERSION_BYTE, nonce, cipher.getAuthTag(), body]).toString('base64url')
}

const openWith = (key: KeyObject, sealed: string): string | undefined => {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes[0] !== VERSION || bytes.length < 1 + NONCE_BYTES + TAG_BYTES) return undefined
  const tagAt = 1 + NONCE_BYTES
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, tagAt))
  decipher.setAuthTag(bytes.subarray(tagAt, tagAt + TAG_BYTES))
  try {
    const body = decipher.update(bytes.subarray(tagAt + TAG_BYTES))
    return Buffer.concat([body, decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
