// Seals text by authenticated encryption, with one key per purpose derived from SECRET_KEY.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import type { z } from 'zod'

const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** New values are sealed with the current key; values sealed with a previous one still open. */
export type Keyring = { readonly current: Buffer; readonly previous: readonly Buffer[] }

export type Sealer = ReturnType<typeof createSealer>

/** Seals text for one purpose. Text sealed for another purpose doesn't open. */
export const createSealer = ({ current, previous }: Keyring, purpose: string) => {
  const key = deriveKey(current, purpose)
  const nonceKey = deriveKey(current, `${purpose}/nonce`)
  const previousKeys = previous.map((each) => deriveKey(each, purpose))
  return {
    seal: (text: string): string => sealWith(key, randomBytes(NONCE_BYTES), text),
    /** Gives the same result for the same text: the nonce is derived from it with its own key. */
    sealDeterministic: (text: string): string => {
      const digest = createHmac('sha256', nonceKey).update(text).digest()
      return sealWith(key, digest.subarray(0, NONCE_BYTES), text)
    },
    /** The text, or undefined if it was altered, truncated or sealed with a key we don't have. */
    open: (sealed: string): string | undefined => {
      let text = openWith(key, sealed)
      for (const older of previousKeys) text ??= openWith(older, sealed)
      return text
    },
    /** False if only a previous key opens it, so it should be sealed again. */
    isCurrent: (sealed: string): boolean => openWith(key, sealed) !== undefined,
  }
}

export type SealedRow = { readonly id: string; readonly sealed: string | null }
type Seals = { readonly from: string; readonly to: string }

export type RowSealer = ReturnType<typeof createRowSealer>

/** Seals text for one row each, so it doesn't open in another. A row's id has no spaces. */
export const createRowSealer = (keyring: Keyring, purpose: string) => {
  const sealer = createSealer(keyring, purpose)
  const seal = (rowId: string, text: string): string => sealer.seal(`${rowId} ${text}`)
  /** Undefined if it was altered, or sealed for another row or with a key we don't have. */
  const open = (rowId: string, sealed: string | null | undefined): string | undefined => {
    const opened = sealer.open(sealed ?? '')
    return opened?.startsWith(`${rowId} `) ? opened.slice(rowId.length + 1) : undefined
  }

  /**
   * Seals what a previous key sealed with the current one, so the previous key can be removed. `replace` must change
   * nothing if the row doesn't have `from` anymore.
   */
  const resealRows = async (
    list: () => Promise<readonly SealedRow[]>,
    replace: (rowId: string, seals: Seals) => Promise<void>,
  ): Promise<void> => {
    if (keyring.previous.length === 0) return
    for (const { id, sealed } of await list()) {
      if (sealed === null || sealer.isCurrent(sealed)) continue
      const text = open(id, sealed)
      if (text !== undefined) await replace(id, { from: sealed, to: seal(id, text) })
    }
  }

  return { seal, open, resealRows }
}

/** Seals values that expire; `open` returns undefined for anything else. */
export const createExpiringSealer = <T extends z.ZodType>(
  { keyring, purpose, seconds }: { keyring: Keyring; purpose: string; seconds: number },
  schema: T,
  now: () => number = Date.now,
) => {
  const sealer = createSealer(keyring, purpose)
  return {
    seal: (value: z.infer<T>): string =>
      sealer.seal(JSON.stringify({ value, expiresAt: now() + seconds * 1_000 })),
    open: (text: string | undefined): z.infer<T> | undefined => {
      const opened = text === undefined ? undefined : sealer.open(text)
      if (opened === undefined) return undefined
      const { value, expiresAt } = JSON.parse(opened)
      return expiresAt > now() ? schema.safeParse(value).data : undefined
    },
  }
}

/** Compares two secrets in constant time. */
export const isSameSecret = (a: string, b: string): boolean =>
  timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'))

const derivedKeys = new WeakMap<Buffer, Map<string, KeyObject>>()

/** Once per purpose, because it takes longer than sealing. */
const deriveKey = (secretKey: Buffer, purpose: string): KeyObject => {
  const known = derivedKeys.get(secretKey) ?? new Map<string, KeyObject>()
  derivedKeys.set(secretKey, known)
  const bytes = () => hkdfSync('sha256', secretKey, '', `invoice-desk/${purpose}`, 32)
  const key = known.get(purpose) ?? createSecretKey(Buffer.from(bytes()))
  known.set(purpose, key)
  return key
}

const sealWith = (key: KeyObject, nonce: Buffer, text: string): string => {
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body]).toString('base64url')
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
