// Makes the certificate of the mail relay's SMTP server for the trial: self-signed, for this computer only.
import {
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const DAY_MS = 86_400_000
export const VALID_DAYS = 365
const RENEWED_DAYS_BEFORE = 30

/** The settings that point the app at the certificate. Makes a new one if there's none, or if it ends soon. */
export const relayCertificate = (folder: string) => {
  const files = {
    SMTP_RELAY_CERT: join(folder, 'certificate.pem'),
    SMTP_RELAY_KEY: join(folder, 'key.pem'),
  }
  if (!isUsable(files.SMTP_RELAY_CERT, files.SMTP_RELAY_KEY)) {
    const { cert, key } = createCertificate(new Date())
    mkdirSync(folder, { recursive: true })
    writeFileSync(files.SMTP_RELAY_KEY, key, { mode: 0o600 })
    writeFileSync(files.SMTP_RELAY_CERT, cert)
  }
  return files
}

const isUsable = (certificateFile: string, keyFile: string): boolean => {
  if (!existsSync(certificateFile) || !existsSync(keyFile)) return false
  const { validTo } = new X509Certificate(readFileSync(certificateFile))
  return Date.parse(validTo) - Date.now() > RENEWED_DAYS_BEFORE * DAY_MS
}

/** A new self-signed certificate for localhost. */
export const createCertificate = (now: Date) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const body = certificateBody(publicKey, now)
  const signature = bitString(sign('sha256', body, privateKey))
  const certificate = sequence(body, ECDSA_WITH_SHA256, signature).toString('base64')
  const lines = certificate.match(/.{1,64}/g) ?? []
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  }
}

/** The part that is signed, in DER (RFC 5280). */
const certificateBody = (publicKey: KeyObject, now: Date): Buffer => {
  const until = new Date(now.getTime() + VALID_DAYS * DAY_MS)
  return sequence(
    der(0xa0, der(0x02, Buffer.from([2]))), // version 3
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])), // serial number
    ECDSA_WITH_SHA256,
    NAME,
    // Clocks may differ a little.
    sequence(time(new Date(now.getTime() - DAY_MS)), time(until)),
    NAME,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(oid('551d11'), der(0x04, ALTERNATIVE_NAMES)))),
  )
}

const der = (tag: number, content: Buffer): Buffer => {
  const { length } = content
  const size = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: Buffer[]): Buffer => der(0x30, Buffer.concat(parts))
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const bitString = (content: Buffer): Buffer => der(0x03, Buffer.concat([Buffer.alloc(1), content]))
/** Such as 261118121500Z. */
const time = (at: Date): Buffer =>
  der(0x17, Buffer.from(`${at.toISOString().replace(/\D/g, '').slice(2, 14)}Z`))

const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'))
const NAME = sequence(
  der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from('Invoice Desk trial mail relay')))),
)
const ALTERNATIVE_NAMES = sequence(
  der(0x82, Buffer.from('localhost')),
  der(0x87, Buffer.from([127, 0, 0, 1])),
  der(0x87, Buffer.concat([Buffer.alloc(15), Buffer.from([1])])),
)
